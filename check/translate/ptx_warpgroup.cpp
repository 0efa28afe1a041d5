// The part of the PTX table for products of a warpgroup: wgmma.
#include <algorithm>
#include <array>

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {
namespace {

const std::string emulation = "::strider::emulation::";

/// The variables that the operands of a vector stand for. Registers of the statement itself end with it, long before
/// the product.
std::vector<std::string> variables(const std::string& operand) {
    std::vector<std::string> result;
    for (const std::string& part : parts_of(operand)) {
        if (part.find_first_not_of("%0123456789") != std::string::npos) throw not_in_table();
        result.push_back(register_variable(part));
    }
    return result;
}

/// The product's options as C++, from the immediate operands.
std::string options(const instruction& i, bool a_in_registers) {
    std::vector<std::string> names = {"negates_a", "negates_b"};
    if (!a_in_registers) names.emplace_back("transposes_a");
    names.emplace_back("transposes_b");
    std::string text = has(i, "satfinite") ? emulation + "saturates_sums" : "0u";
    for (std::size_t n = 4; n < i.operands.size(); ++n) {
        if (n - 4 >= names.size()) throw not_in_table();
        const std::string chosen = n < 6 ? " < 0" : " != 0";
        text += " | (" + typed("int", i.operands[n]) + chosen + " ? " + emulation + names[n - 4] + " : 0u)";
    }
    return text + " | (" + typed("bool", operand(i, 3)) + " ? 0u : " + emulation + "drops_sums)";
}

std::size_t immediates(const std::string& factor, bool a_in_registers) {
    if (factor == "s8" || factor == "u8") return 0;
    if (factor != "f16" && factor != "bf16") return 2;
    return a_in_registers ? 3 : 4;
}

}  // namespace

/// wgmma.mma_async.sync.aligned.m64n16k16.f32.f16.f16 {d, ...}, a, b, p, 1, 1, 0, 0; and its kin. `a` is a descriptor
/// or {a, a, a, a}.
std::string warpgroup(const instruction& i) {
    if (has(i, "fence")) return emulation + "ptx::warpgroup_fence(); ";
    if (has(i, "commit_group")) return emulation + "ptx::warpgroup_commit(); ";
    if (has(i, "wait_group")) return emulation + "ptx::warpgroup_wait(" + typed("unsigned", operand(i, 0)) + "); ";
    const auto shape =
        std::ranges::find_if(i.modifiers, [](const std::string& modifier) { return modifier.starts_with("m64n"); });
    const auto sum = has(i, "satfinite") ? shape + 2 : shape + 1;  // the types of D, A and B
    const bool a_in_registers = operand(i, 1).starts_with("{");
    const std::vector<std::string> sums = variables(operand(i, 0));
    if (sums.size() != std::stoul(shape->substr(4)) / (*sum == "f16" ? 4 : 2) ||
        i.operands.size() != 4 + immediates(sum[1], a_in_registers))
        throw not_in_table();
    std::string text = emulation + "ptx::warpgroup_multiply({" + emulation + "factor_type::" + sum[1] + ", " +
                       emulation + "factor_type::" + sum[2] + ", " + emulation + "sum_type::" + sum[0] + ", " +
                       std::to_string(std::stoul(shape->substr(4))) + "}, " + options(i, a_in_registers);
    if (a_in_registers) {
        const std::vector<std::string> a = variables(operand(i, 1));
        if (a.size() != 4) throw not_in_table();
        for (const std::string& one : a)
            text += ", " + emulation + "ptx::place_of(static_cast<decltype(" + one + ")>(" + one + "))";
    } else {
        text += ", " + typed("unsigned long long", operand(i, 1));
    }
    text += ", " + typed("unsigned long long", operand(i, 2));
    for (const std::string& one : sums) text += ", " + one;
    return text + "); ";
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
