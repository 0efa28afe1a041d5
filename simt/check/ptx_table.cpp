#include "ptx_table.hpp"

#include <algorithm>
#include <cctype>

namespace strider::kernel_check {
namespace {

const std::map<std::string, std::string, std::less<>> special_registers{
    {"laneid", "::strider::executor::lane_index()"},
    {"lanemask_eq", "(1u << ::strider::executor::lane_index())"},
    {"lanemask_lt", "::strider::executor::ptx::lanes_before()"},
    {"lanemask_le", "(::strider::executor::ptx::lanes_before() << 1 | 1u)"},
    {"lanemask_gt", "~(::strider::executor::ptx::lanes_before() << 1 | 1u)"},
    {"lanemask_ge", "~::strider::executor::ptx::lanes_before()"},
    {"warpid", "(::strider::executor::ptx::thread_in_block() / 32)"},
    {"nwarpid", "64u"},
    {"smid", "::strider::executor::ptx::multiprocessor()"},
    {"nsmid", "::strider::executor::multiprocessors()"},
    {"gridid", "0ull"},
    {"clock", "static_cast<unsigned>(clock64())"},
    {"clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
    {"clock64", "static_cast<unsigned long long>(clock64())"},
    {"globaltimer", "strider::executor::host_clock()"},
    {"globaltimer_lo", "static_cast<unsigned>(strider::executor::host_clock())"},
    {"globaltimer_hi", "static_cast<unsigned>(strider::executor::host_clock() >> 32)"},
    {"dynamic_smem_size", "0u"},
    {"tid", "::strider::executor::thread_index()"},
    {"ntid", "::strider::executor::block_extent()"},
    {"ctaid", "::strider::executor::block_index()"},
    {"nctaid", "::strider::executor::grid_extent()"},
    {"clusterid", "::strider::executor::this_cluster().index"},
    {"nclusterid", "::strider::executor::this_cluster().grid"},
    {"cluster_ctaid", "::strider::executor::this_cluster().block"},
    {"cluster_nctaid", "::strider::executor::this_cluster().blocks"},
    {"cluster_ctarank", "::strider::executor::this_cluster().rank"},
    {"cluster_nctarank", "__clusterSizeInBlocks()"},
    {"is_explicit_cluster", "(::strider::executor::in_cluster_launch())"},
};

}  // namespace

std::string register_variable(std::string name) {
    std::erase(name, '%');
    if (name.empty()) throw not_in_table();
    if (name.find_first_not_of("0123456789") == std::string::npos) return "strider_" + name;
    std::replace(name.begin(), name.end(), '$', '_');
    return "strider_ptx_" + name;
}

/// An operand that is read.
std::string value(const std::string& operand) {
    if (operand.empty()) throw not_in_table();
    if (operand[0] == '%' && std::isdigit(static_cast<unsigned char>(operand[1])) == 0) {
        const std::size_t dot = operand.find('.');
        const auto special = special_registers.find(operand.substr(1, dot - 1));
        if (special != special_registers.end())
            return special->second + (dot == std::string::npos ? "" : operand.substr(dot));
    }
    if (operand.starts_with("0f") || operand.starts_with("0F"))
        return "__builtin_bit_cast(float, 0x" + operand.substr(2) + "u)";
    if (operand.starts_with("0d") || operand.starts_with("0D"))
        return "__builtin_bit_cast(double, 0x" + operand.substr(2) + "ull)";
    if (std::isdigit(static_cast<unsigned char>(operand[0])) != 0 || operand[0] == '-') {
        std::string number = operand;
        if (number.back() == 'U') number.back() = 'u';
        return number;
    }
    if (operand[0] == '!') return "!" + register_variable(operand.substr(1));
    if (operand[0] == '{') {
        const std::vector<std::string> parts = split(operand.substr(1, operand.size() - 2), ',');
        if (parts.size() != 2) throw not_in_table();
        return "::strider::executor::ptx::pack(" + typed("unsigned", parts[0]) + ", " + typed("unsigned", parts[1]) +
               ")";
    }
    return register_variable(operand);
}
std::string typed(const std::string& type, const std::string& operand) {
    return "::strider::executor::ptx::as<" + type + ">(" + value(operand) + ")";
}
std::string assign(const std::string& operand, const std::string& expression) {
    if (operand == "_") return "static_cast<void>(" + expression + "); ";
    return "::strider::executor::ptx::put(" + register_variable(operand) + ", " + expression + "); ";
}

bool has(const instruction& i, std::string_view modifier) {
    return std::find(i.modifiers.begin(), i.modifiers.end(), modifier) != i.modifiers.end();
}
std::string type(const instruction& i, std::size_t from_last) {
    for (auto m = i.modifiers.rbegin(); m != i.modifiers.rend(); ++m)
        if (const auto known = register_types.find(*m); known != register_types.end() && from_last-- == 0)
            return known->second;
    throw not_in_table();
}
const std::string& operand(const instruction& i, std::size_t n) {
    if (n >= i.operands.size()) throw not_in_table();
    return i.operands[n];
}

std::string pointer_to(const std::string& type, const std::string& operand, bool shared) {
    if (operand.size() < 3 || operand[0] != '[') throw not_in_table();
    const std::string inner = operand.substr(1, operand.size() - 2);
    const std::size_t plus = inner.find('+');
    const std::string base = trimmed(inner.substr(0, plus));
    std::string address = typed("unsigned long long", base);
    if (shared) address = "reinterpret_cast<unsigned long long>(__cvta_shared_to_generic(" + address + "))";
    return "::strider::executor::ptx::at<" + type + ">(" + address + ", " +
           (plus == std::string::npos ? "0" : trimmed(inner.substr(plus + 1))) + ")";
}

namespace {

std::string pointer(const instruction& i, const std::string& type, const std::string& operand) {
    return pointer_to(type, operand, has(i, "shared") || has(i, "shared_cta") || has(i, "shared_cluster"));
}

std::string scope_of(const instruction& i) {
    return has(i, "cta")   ? "::strider::executor::scope::block"
           : has(i, "sys") ? "::strider::executor::scope::system"
                           : "::strider::executor::scope::device";
}
std::string order_of(const instruction& i) {
    for (const char* order : {"acq_rel", "acquire", "release"})
        if (has(i, order)) return std::string("::strider::executor::order::") + order;
    return has(i, "sc") ? "::strider::executor::order::seq_cst" : "::strider::executor::order::relaxed";
}

std::string unpack(const instruction& i) {
    const std::vector<std::string> parts = split(i.operands[0].substr(1, i.operands[0].size() - 2), ',');
    if (parts.size() != 2 || type(i) != "unsigned long long") throw not_in_table();
    const std::string both = typed("unsigned long long", operand(i, 1));
    return assign(parts[0], "static_cast<unsigned>(" + both + ")") +
           assign(parts[1], "static_cast<unsigned>(" + both + " >> 32)");
}

std::string memory(const instruction& i) {
    const bool loads = i.op != "st";
    const std::string& place = operand(i, loads ? 1 : 0);
    const std::string& registers = operand(i, loads ? 0 : 1);
    const std::string T = type(i);
    const bool ordered = has(i, "relaxed") || has(i, "acquire") || has(i, "release");
    if (ordered) {
        if (loads)
            return assign(registers, "::strider::executor::ptx::load(" + pointer(i, T, place) + ", " + order_of(i) +
                                         ", " + scope_of(i) + ")");
        return "::strider::executor::ptx::store(" + pointer(i, T, place) + ", " + typed(T, registers) + ", " +
               order_of(i) + ", " + scope_of(i) + "); ";
    }
    const std::string qualified = has(i, "volatile") || has(i, "cv") ? "volatile " + T : T;
    const int lanes = has(i, "v4") ? 4 : has(i, "v2") ? 2 : 1;
    if (lanes == 1)
        return loads ? assign(registers, "static_cast<" + T + ">(*" + pointer(i, qualified, place) + ")")
                     : "*" + pointer(i, qualified, place) + " = " + typed(T, registers) + "; ";
    const std::string vector = "::strider::executor::ptx::vector<" + T + ", " + std::to_string(lanes) + ">";
    const std::vector<std::string> parts = split(registers.substr(1, registers.size() - 2), ',');
    if (parts.size() != static_cast<std::size_t>(lanes)) throw not_in_table();
    std::string text;
    if (loads) {
        text = "{ const " + vector + " strider_v = *" + pointer(i, vector, place) + "; ";
        for (int k = 0; k < lanes; ++k) text += assign(parts[k], "strider_v.lane[" + std::to_string(k) + "]");
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
    std::string name, T = type(i);
    for (const std::string& m : i.modifiers)
        if (const auto known = functions.find(m); known != functions.end()) name = known->second;
    if (name.empty()) throw not_in_table();
    if (name == "Add" && T == "long long") T = "unsigned long long";  // the same bits
    std::string call = "atomic" + name +
                       (has(i, "cta")   ? "_block"
                        : has(i, "sys") ? "_system"
                                        : "") +
                       "(" + pointer(i, T, operand(i, returns ? 1 : 0));
    for (std::size_t n = returns ? 2 : 1; n < i.operands.size(); ++n) call += ", " + typed(T, i.operands[n]);
    const std::string fence = has(i, "cta")   ? "__threadfence_block(); "
                              : has(i, "sys") ? "__threadfence_system(); "
                                              : "__threadfence(); ";
    const bool acquires = has(i, "acquire") || has(i, "acq_rel"), releases = has(i, "release") || has(i, "acq_rel");
    return (releases ? fence : "") + (returns ? assign(i.operands[0], call + ")") : call + "); ") +
           (acquires ? fence : "");
}

std::string synchronisation(const instruction& i) {
    if (i.op == "membar" || i.op == "fence") {
        if (has(i, "proxy") || has(i, "mbarrier_init")) return asynchronous(i);
        return has(i, "cta")   ? "__threadfence_block(); "
               : has(i, "sys") ? "__threadfence_system(); "
                               : "__threadfence(); ";
    }
    if (has(i, "cluster")) return asynchronous(i);
    if (has(i, "wait")) throw not_in_table();
    if (has(i, "warp")) return "__syncwarp(" + typed("unsigned", operand(i, 0)) + "); ";
    if (has(i, "red")) {
        if (operand(i, 1) != "0") throw not_in_table();
        const std::string predicate = typed("int", i.operands.back());
        const char* const which = has(i, "popc") ? "count" : has(i, "and") ? "and" : "or";
        return assign(operand(i, 0),
                      "static_cast<unsigned>(__syncthreads_" + std::string(which) + "(" + predicate + "))");
    }
    std::string arguments = typed("unsigned", operand(i, 0));
    if (i.operands.size() > 1) arguments += ", " + typed("unsigned", i.operands[1]);
    return std::string("::strider::executor::ptx::barrier") + (has(i, "arrive") ? "_arrive(" : "(") + arguments + "); ";
}

std::string warp(const instruction& i) {
    if (i.op == "activemask") return assign(operand(i, 0), "__activemask()");
    if (!has(i, "sync")) throw not_in_table();
    const std::string mask = typed("unsigned", i.operands.back());
    if (i.op == "shfl") {
        const std::size_t bar = operand(i, 0).find('|');
        const std::string kind = has(i, "up") ? "up" : has(i, "down") ? "down" : has(i, "bfly") ? "exchange" : "index";
        return assign(trimmed(i.operands[0].substr(0, bar)),
                      "::strider::executor::ptx::shuffle(::strider::executor::ptx::shuffle_kind::" + kind + ", " +
                          typed("unsigned", operand(i, 1)) + ", " + typed("unsigned", operand(i, 2)) + ", " +
                          typed("unsigned", operand(i, 3)) + ", " + mask + ", " +
                          (bar == std::string::npos ? "nullptr"
                                                    : "&" + register_variable(trimmed(i.operands[0].substr(bar + 1)))) +
                          ")");
    }
    if (i.op == "vote") {
        const std::string kind = has(i, "all") ? "all" : has(i, "any") ? "any" : has(i, "ballot") ? "ballot" : "";
        if (kind.empty()) throw not_in_table();
        return assign(operand(i, 0), "__" + kind + "_sync(" + mask + ", " + value(operand(i, 1)) + ")");
    }
    if (i.op == "match" && has(i, "any"))
        return assign(operand(i, 0), "__match_any_sync(" + mask + ", " + typed(type(i), operand(i, 1)) + ")");
    if (i.op == "redux")
        for (const char* kind : {"add", "min", "max", "and", "or", "xor"})
            if (has(i, kind))
                return assign(operand(i, 0), std::string("__reduce_") + kind + "_sync(" + mask + ", " +
                                                 typed(type(i), operand(i, 1)) + ")");
    throw not_in_table();
}

std::string compared(const instruction& i, const std::string& a, const std::string& b) {
    static const std::map<std::string, std::string, std::less<>> signs{
        {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},
        {"ge", ">="}, {"lo", "<"},  {"ls", "<="}, {"hi", ">"},  {"hs", ">="}};
    for (const std::string& m : i.modifiers)
        if (const auto sign = signs.find(m); sign != signs.end())
            return "(" + typed(type(i), a) + " " + sign->second + " " + typed(type(i), b) + ")";
    throw not_in_table();
}
std::string comparison(const instruction& i) {
    const std::size_t bar = operand(i, 0).find('|');
    std::string result = compared(i, operand(i, 1), operand(i, 2));
    if (i.operands.size() > 3)
        result = "(" + result + (has(i, "and") ? " && " : has(i, "or") ? " || " : " != ") + value(i.operands[3]) + ")";
    std::string text = assign(trimmed(i.operands[0].substr(0, bar)), result);
    if (bar != std::string::npos) text += assign(trimmed(i.operands[0].substr(bar + 1)), "!" + result);
    return text;
}

}  // namespace

std::string translate_instruction(const instruction& i) {
    if (i.op == "ld" || i.op == "ldu" || i.op == "st") return memory(i);
    if (i.op == "atom" || i.op == "red") return atomic(i);
    if (i.op == "bar" || i.op == "barrier" || i.op == "membar" || i.op == "fence") return synchronisation(i);
    if (i.op == "mbarrier" || i.op == "cp" || i.op == "mapa" || i.op == "getctarank" || i.op == "elect")
        return asynchronous(i);
    if (i.op == "ldmatrix" || i.op == "mma") return matrix(i);
    if (i.op == "shfl" || i.op == "vote" || i.op == "match" || i.op == "redux" || i.op == "activemask") return warp(i);
    if (i.op == "prefetch" || i.op == "prefetchu" || i.op == "discard" || i.op == "applypriority" || i.op == "pragma")
        return "";
    if (i.op == "nanosleep") return "__nanosleep(" + typed("unsigned", operand(i, 0)) + "); ";
    if (i.op == "trap") return "__trap(); ";
    if (i.op == "mov" && operand(i, 0)[0] == '{') return unpack(i);
    if (i.op == "setp") return comparison(i);
    return assign(operand(i, 0), arithmetic(i));
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
