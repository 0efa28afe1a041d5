// Instructions of memory, barriers and warps, whose qualifiers the table has checked: loads, stores, atomic operations,
// fences, barriers of the block, and what lanes hand to each other.
#include <algorithm>

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {
namespace {

std::string pointer(const instruction& i, const std::string& type, const std::string& operand) {
    return pointer_to(type, operand, has(i, "shared") || has(i, "shared::cta") || has(i, "shared::cluster"));
}

std::string scope_of(const instruction& i) {
    return has(i, "cta")   ? "::strider::emulation::scope::block"
           : has(i, "sys") ? "::strider::emulation::scope::system"
                           : "::strider::emulation::scope::device";
}
std::string order_of(const instruction& i) {
    for (const char* order : {"acq_rel", "acquire", "release"})
        if (has(i, order)) return std::string("::strider::emulation::order::") + order;
    return has(i, "sc") ? "::strider::emulation::order::seq_cst" : "::strider::emulation::order::relaxed";
}

}  // namespace

std::string memory(const instruction& i) {
    const bool loads = i.op != "st";
    const std::string& place = operand(i, loads ? 1 : 0);
    const std::string& registers = operand(i, loads ? 0 : 1);
    const std::string T = type(i);
    const bool is_volatile = has(i, "volatile") || has(i, "cv");
    const bool ordered = has(i, "relaxed") || has(i, "acquire") || has(i, "release");
    const std::size_t lanes = has(i, "v4") ? 4 : has(i, "v2") ? 2 : 1;
    const std::vector<std::string> parts = lanes == 1 ? std::vector{registers} : parts_of(registers);
    if (parts.size() != lanes) throw not_in_table();
    if (lanes == 1 || is_volatile || ordered) {  // PTX's memory model has them as accesses of one element each
        std::string text = "{ auto* const strider_v = " + pointer(i, is_volatile ? "volatile " + T : T, place) + "; ";
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::string n = std::to_string(k), order = order_of(i) + ", " + scope_of(i) + ")";
            const std::string element = "strider_v[" + n + "]", source = loads ? "" : typed(T, parts[k]);
            if (ordered)
                text += loads
                            ? assign(parts[k], "::strider::emulation::ptx::load(strider_v + " + n + ", " + order)
                            : "::strider::emulation::ptx::store(strider_v + " + n + ", " + source + ", " + order + "; ";
            else
                text += loads ? assign(parts[k], "static_cast<" + T + ">(" + element + ")")
                              : element + " = " + source + "; ";
        }
        return text + "} ";
    }
    const std::string vector = "::strider::emulation::ptx::vector<" + T + ", " + std::to_string(lanes) + ">";
    std::string text;
    if (loads) {
        text = "{ const " + vector + " strider_v = *" + pointer(i, vector, place) + "; ";
        for (std::size_t k = 0; k < lanes; ++k) text += assign(parts[k], "strider_v.lane[" + std::to_string(k) + "]");
        return text + "} ";
    }
    for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + typed(T, part);
    return "*" + pointer(i, vector, place) + " = " + vector + "{{" + text + "}}; ";
}

std::string atomic(const instruction& i) {
    static const std::map<std::string, std::string, std::less<>> functions{
        {"add", "Add"}, {"min", "Min"},   {"max", "Max"}, {"and", "And"}, {"or", "Or"},
        {"xor", "Xor"}, {"exch", "Exch"}, {"cas", "CAS"}, {"inc", "Inc"}, {"dec", "Dec"}};
    const bool returns = i.op == "atom";
    const std::string T = type(i);
    std::string name;
    for (const std::string& m : i.modifiers)
        if (const auto known = functions.find(m); known != functions.end()) name = known->second;
    if (name.empty()) throw not_in_table();
    std::string call = "atomic" + name +
                       (has(i, "cta")   ? "_block"
                        : has(i, "sys") ? "_system"
                                        : "") +
                       "(" + pointer(i, T, operand(i, returns ? 1 : 0));
    const std::size_t first = returns ? 2 : 1;  // values; a cache policy may follow
    for (std::size_t n = first; n < first + (name == "CAS" ? 2 : 1); ++n) call += ", " + typed(T, operand(i, n));
    const std::string fence = has(i, "cta")   ? "__threadfence_block(); "
                              : has(i, "sys") ? "__threadfence_system(); "
                                              : "__threadfence(); ";
    const bool acquires = has(i, "acquire") || has(i, "acq_rel"), releases = has(i, "release") || has(i, "acq_rel");
    return (releases ? fence : "") + (returns ? assign(i.operands[0], call + ")") : call + "); ") +
           (acquires ? fence : "");
}

std::string fence(const instruction& i) {
    return has(i, "cta") ? "__threadfence_block(); " : has(i, "sys") ? "__threadfence_system(); " : "__threadfence(); ";
}

std::string barrier(const instruction& i) {
    if (has(i, "red")) {
        // With a number of threads there is no such function.
        if (operand(i, 1) != "0" || i.operands.size() != 3) throw not_in_table();
        const std::string predicate = typed("int", i.operands.back());
        const char* const which = has(i, "popc") ? "count" : has(i, "and") ? "and" : "or";
        return assign(operand(i, 0),
                      "static_cast<unsigned>(__syncthreads_" + std::string(which) + "(" + predicate + "))");
    }
    std::string arguments = typed("unsigned", operand(i, 0));
    if (i.operands.size() > 1) arguments += ", " + typed("unsigned", i.operands[1]);
    return std::string("::strider::emulation::ptx::barrier") + (has(i, "arrive") ? "_arrive(" : "(") + arguments +
           "); ";
}

/// shfl.sync.down.b32 d|p, a, by, clamp, mask: p is whether the source lies in the segment.
std::string shuffle(const instruction& i) {
    const auto [to, inside] = destinations(i);
    const std::string kind = has(i, "up") ? "up" : has(i, "down") ? "down" : has(i, "bfly") ? "exchange" : "index";
    std::string arguments = "::strider::emulation::ptx::shuffle_kind::" + kind;
    for (std::size_t n = 1; n <= 4; ++n) arguments += ", " + typed("unsigned", operand(i, n));
    return assign(to, "::strider::emulation::ptx::shuffle(" + arguments + ", " +
                          (inside.empty() ? "nullptr" : "&" + register_variable(inside)) + ")");
}

/// match.all.sync.b32 d|p, a, mask: p is whether all values are equal.
std::string match_all(const instruction& i) {
    const auto [to, equal] = destinations(i);
    return "{ int strider_equal = 0; " +
           assign(to, "__match_all_sync(" + typed("unsigned", operand(i, 2)) + ", " + typed(type(i), operand(i, 1)) +
                          ", &strider_equal)") +
           (equal.empty() ? "" : assign(equal, "strider_equal != 0")) + "} ";
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
