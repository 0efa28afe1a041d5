// The part of the PTX table for matrices: ldmatrix, stmatrix, and mma.sync.
#include <algorithm>

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {
namespace {

const std::string name_space = "::strider::emulation::ptx::";

std::string list_of(const std::string& type, const std::string& operand) {
    std::string list;
    for (const std::string& part : parts_of(operand)) list += (list.empty() ? "" : ", ") + typed(type, part);
    return "{" + list + "}";
}
std::size_t length(const std::string& operand) { return parts_of(operand).size(); }

/// The registers of rows, and <their number, whether they are transposed>.
std::string row_arguments(const instruction& i, const std::string& registers) {
    if (length(registers) != (has(i, "x4") ? 4u : has(i, "x2") ? 2u : 1u)) throw not_in_table();
    return "<" + std::to_string(length(registers)) + ", " + (has(i, "trans") ? "true" : "false") + ">";
}
bool in_shared(const instruction& i) { return has(i, "shared") || has(i, "shared::cta"); }

/// Statements that assign the elements of an array.
std::string assign_all(const std::string& operand, const std::string& array) {
    std::string text;
    const std::vector<std::string> parts = parts_of(operand);
    for (std::size_t n = 0; n < parts.size(); ++n) text += assign(parts[n], array + "[" + std::to_string(n) + "]");
    return text;
}

}  // namespace

/// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {a, b, c, d}, [row];
std::string matrix_load(const instruction& i) {
    const std::string &to = operand(i, 0), count = std::to_string(length(to));
    return "{ const " + name_space + "matrix_row strider_row = " + name_space + "load_row<" + count + ">(" +
           pointer_to("const " + name_space + "matrix_row", operand(i, 1), in_shared(i)) +
           "); const auto strider_to = " + name_space + "spread_rows" + row_arguments(i, to) + "(strider_row); " +
           assign_all(to, "strider_to.word") + "} ";
}

/// stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [row], {a, b, c, d};
std::string matrix_store(const instruction& i) {
    const std::string &from = operand(i, 1), count = std::to_string(length(from));
    return name_space + "store_row<" + count + ">(" +
           pointer_to(name_space + "matrix_row", operand(i, 0), in_shared(i)) + ", " + name_space + "collect_row" +
           row_arguments(i, from) + "({" + list_of("unsigned", from) + "})); ";
}

/// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d, ...}, {a, ...}, {b, ...}, {c, ...};
std::string matrix_product(const instruction& i) {
    static const std::map<std::string, std::string, std::less<>> elements{{"f16", "::strider::emulation::binary16"},
                                                                          {"bf16", "::strider::emulation::bfloat16"},
                                                                          {"e4m3", "::strider::emulation::e4m3"},
                                                                          {"e5m2", "::strider::emulation::e5m2"},
                                                                          {"f64", "double"},
                                                                          {"s8", "signed char"},
                                                                          {"u8", "unsigned char"}};
    static const std::map<std::string, std::string, std::less<>> sums{
        {"f32", "float"}, {"s32", "int"}, {"f16", "unsigned"}, {"f64", "double"}};
    // The types stand side by side: of D, A, B and C.
    const auto first =
        std::ranges::find_if(i.modifiers, [](const std::string& modifier) { return sums.contains(modifier); });
    const auto element_name = [](const std::string& type) {
        const auto known = elements.find(type);
        return known != elements.end() ? known->second : "::strider::emulation::tensor_core::" + type;
    };
    const std::string a = element_name(first[1]), b = element_name(first[2]), sum = sums.find(*first)->second;
    const auto shape = std::ranges::find_if(
        i.modifiers, [](const std::string& modifier) { return modifier.find("n8k") != std::string::npos; });
    const std::size_t n8 = shape->find("n8k");
    std::string arguments = a + ", " + b + ", " + shape->substr(n8 + 3) + ", " + shape->substr(1, n8 - 1);
    for (const char* qualifier : {"rn", "rz", "rm", "rp"})
        if (has(i, qualifier)) arguments += ", " + name_space + "q_" + qualifier;
    const std::string register_type = a == "double" ? a : "unsigned";
    return "{ const auto strider_sum = " + name_space + "multiply<" + arguments + ">(" + name_space +
           "matrix_registers<" + std::to_string(length(operand(i, 1))) + ", " + std::to_string(length(operand(i, 2))) +
           ", " + register_type + ">{" + list_of(register_type, operand(i, 1)) + ", " +
           list_of(register_type, operand(i, 2)) + "}, " + name_space + "matrix_sums<" + sum + ", " +
           std::to_string(length(operand(i, 3))) + ">{" + list_of(sum, operand(i, 3)) + "}, " +
           (has(i, "satfinite") || has(i, "xor") ? "true" : "false") + "); " +
           assign_all(operand(i, 0), "strider_sum.value") + "} ";
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
