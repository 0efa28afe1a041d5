// The part of the PTX table for matrices: ldmatrix, and mma.sync of 16 x 8.
#include <algorithm>

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {
namespace {

std::string list_of(const std::string& type, const std::string& operand) {
    std::string list;
    for (const std::string& one : parts_of(operand)) list += (list.empty() ? "" : ", ") + typed(type, one);
    return "{" + list + "}";
}

/// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {a, b, c, d}, [row];
std::string load(const instruction& i) {
    if (!has(i, "m8n8") || !has(i, "b16")) throw not_in_table();
    const std::vector<std::string> to = parts_of(operand(i, 0));
    const std::string count = std::to_string(to.size());
    if (to.size() != (has(i, "x4") ? 4u : has(i, "x2") ? 2u : 1u)) throw not_in_table();
    std::string text =
        "{ const ::strider::executor::ptx::matrix_row strider_row = ::strider::executor::ptx::load_row<" + count +
        ">(" +
        pointer_to("const ::strider::executor::ptx::matrix_row", operand(i, 1),
                   has(i, "shared") || has(i, "shared::cta")) +
        "); unsigned strider_to[" + count + "]; ::strider::executor::ptx::spread_rows<" + count + ", " +
        (has(i, "trans") ? "true" : "false") + ">(strider_row, strider_to); ";
    for (std::size_t n = 0; n < to.size(); ++n) text += assign(to[n], "strider_to[" + std::to_string(n) + "]");
    return text + "} ";
}

/// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d, ...}, {a, ...}, {b, ...}, {c, ...};
std::string product(const instruction& i) {
    static const std::map<std::string, std::string, std::less<>> elements{{"f16", "::strider::executor::binary16"},
                                                                          {"bf16", "::strider::executor::bfloat16"},
                                                                          {"tf32", "::strider::executor::ptx::tf32"},
                                                                          {"s8", "signed char"},
                                                                          {"u8", "unsigned char"}};
    static const std::map<std::string, std::string, std::less<>> sums{
        {"f32", "float"}, {"s32", "int"}, {"f16", "unsigned"}};
    const auto shape = std::ranges::find_if(i.modifiers, [](auto& one) { return one.starts_with("m16n8k"); });
    const std::size_t count = i.modifiers.size();
    if (shape == i.modifiers.end() || count < 4 || !has(i, "row") || !has(i, "col")) throw not_in_table();
    const auto a = elements.find(i.modifiers[count - 3]), b = elements.find(i.modifiers[count - 2]);
    const auto sum = sums.find(i.modifiers[count - 4]);
    if (a == elements.end() || b == elements.end() || sum == sums.end() || i.modifiers[count - 1] != sum->first)
        throw not_in_table();
    const std::vector<std::string> to = parts_of(operand(i, 0));
    const auto registers = [&](std::size_t n) { return std::to_string(parts_of(operand(i, n)).size()); };
    std::string text =
        "{ const ::strider::executor::ptx::matrix_registers<" + registers(1) + ", " + registers(2) + "> strider_own{" +
        list_of("unsigned", operand(i, 1)) + ", " + list_of("unsigned", operand(i, 2)) + "}; " + sum->second +
        " strider_sum[] = " + list_of(sum->second, operand(i, 3)) + "; ::strider::executor::ptx::multiply<" +
        a->second + ", " + b->second + ", " + shape->substr(6) + ">(strider_own, strider_sum, " +
        (has(i, "satfinite") ? "true" : "false") + "); ";
    for (std::size_t n = 0; n < to.size(); ++n) text += assign(to[n], "strider_sum[" + std::to_string(n) + "]");
    return text + "} ";
}

}  // namespace

std::string matrix(const instruction& i) {
    if (!has(i, "sync")) throw not_in_table();
    return i.op == "mma" ? product(i) : load(i);
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
