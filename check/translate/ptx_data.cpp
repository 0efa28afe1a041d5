// Instructions with more than one result, with parts of registers as operands, or with a comparison.
#include <algorithm>

#include "ptx_operands.hpp"

namespace strider::kernel_check::ptx {
namespace {

std::string replaced(std::string text, const std::string& a, const std::string& b) {
    std::string result;
    for (const char c : text) result += c == 'a' ? a : c == 'b' ? b : std::string(1, c);
    return "(" + result + ")";
}
/// The comparison that the instruction names, of a and b. Those that end in u hold with NaN.
std::string compared(const instruction& i, const std::string& a, const std::string& b) {
    static const std::map<std::string, const char*, std::less<>> conditions{{"eq", "a == b"},
                                                                            {"ne", "(a < b) | (a > b)"},
                                                                            {"lt", "a < b"},
                                                                            {"le", "a <= b"},
                                                                            {"gt", "a > b"},
                                                                            {"ge", "a >= b"},
                                                                            {"lo", "a < b"},
                                                                            {"ls", "a <= b"},
                                                                            {"hi", "a > b"},
                                                                            {"hs", "a >= b"},
                                                                            {"neu", "!(a == b)"},
                                                                            {"equ", "!((a < b) | (a > b))"},
                                                                            {"ltu", "!(a >= b)"},
                                                                            {"leu", "!(a > b)"},
                                                                            {"gtu", "!(a <= b)"},
                                                                            {"geu", "!(a < b)"},
                                                                            {"nan", "(a != a) | (b != b)"},
                                                                            {"num", "(a == a) & (b == b)"}};
    for (const std::string& m : i.modifiers)
        if (const auto condition = conditions.find(m); condition != conditions.end())
            return replaced(condition->second, a, b);
    throw not_in_table();
}
/// `part`: nothing, or .x or .y of pairs.
std::string compared_parts(const instruction& i, const std::string& part) {
    const auto side = [&](std::size_t n) {
        const std::string number = "(" + typed(type(i), operand(i, n)) + part + ")";
        return has(i, "ftz") ? "::strider::emulation::ptx::flushed<decltype" + number +
                                   ", ::strider::emulation::ptx::q_ftz>" + number
                             : number;
    };
    return compared(i, side(1), side(2));
}
std::string combined(const instruction& i, const std::string& condition) {
    const std::string sign = has(i, "and") ? "&" : has(i, "or") ? "|" : has(i, "xor") ? "^" : "";
    if (sign.empty() != (i.operands.size() == 3)) throw not_in_table();
    return sign.empty() ? condition : "(" + condition + " " + sign + " " + typed("bool", operand(i, 3)) + ")";
}

const char* unsigned_of(std::size_t bits) {
    return bits == 8 ? "unsigned char" : bits == 16 ? "unsigned short" : bits == 32 ? "unsigned" : "unsigned long long";
}

struct selected {
    std::string value;
    unsigned first = 0, bits = 32;
    bool is_part = false;
};
/// REGISTER.b0 to .b3, .h0, .h1: a byte or a halfword of the register.
selected part_of(const std::string& operand) {
    const std::size_t dot = operand.rfind('.');
    if (dot == std::string::npos || operand.size() != dot + 3) return {operand};
    const unsigned bits = operand[dot + 1] == 'b' ? 8 : operand[dot + 1] == 'h' ? 16 : 0;
    const unsigned first = static_cast<unsigned>(operand[dot + 2] - '0') * bits;
    if (bits == 0 || first >= 32) throw not_in_table();
    return {operand.substr(0, dot), first, bits, true};
}
std::string video_operand(const instruction& i, std::size_t n, const std::string& type) {
    const selected part = part_of(operand(i, n));
    return "::strider::emulation::ptx::video_part<" + type + ">(" + typed("unsigned", part.value) + ", " +
           std::to_string(part.first) + ", " + std::to_string(part.bits) + ")";
}
std::string qualifier_list(const instruction& i, std::initializer_list<const char*> names) {
    std::string list;
    for (const char* name : names)
        if (has(i, name)) list += std::string(", ::strider::emulation::ptx::q_") + name;
    return list;
}

}  // namespace

/// setp p|q, a, b, c; and set, whose result is a number.
std::string comparison(const instruction& i) {
    const bool of_pairs = type_name(i).ends_with("x2");
    const std::string first = combined(i, compared_parts(i, of_pairs ? ".x" : ""));
    const std::string second = of_pairs ? combined(i, compared_parts(i, ".y")) : "";
    if (i.op == "set") {
        const std::string to = type(i, 1), truth = "::strider::emulation::ptx::truth";
        return assign(operand(i, 0), of_pairs ? truth + "_of_pair<" + to + ">(" + first + ", " + second + ")"
                                              : truth + "<" + to + ">(" + first + ")");
    }
    const auto [to, other] = destinations(i);
    if (other.empty() && !of_pairs) return assign(to, first);
    return "{ const bool strider_first = " + first +
           ", strider_second = " + (of_pairs ? second : combined(i, "!" + compared_parts(i, ""))) + "; " +
           assign(to, "strider_first") + (other.empty() ? "" : assign(other, "strider_second")) + "} ";
}

/// mov, also of a vector of registers to one register, and apart again.
std::string move(const instruction& i) {
    const bool unpacks = operand(i, 0)[0] == '{', packs = operand(i, 1)[0] == '{';
    if (!unpacks && !packs) return assign(i.operands[0], typed(type(i), i.operands[1]));
    const std::vector<std::string> parts = parts_of(i.operands[unpacks ? 0 : 1]);
    if (unpacks == packs || type_name(i)[0] != 'b' || (parts.size() != 2 && parts.size() != 4)) throw not_in_table();
    const std::size_t bits = (type_name(i) == "b16" ? 16 : type_name(i) == "b32" ? 32 : 64) / parts.size();
    if (bits < 8) throw not_in_table();
    const std::string whole = type(i), part = unsigned_of(bits);
    std::string text = unpacks ? "{ const " + whole + " strider_whole = " + typed(whole, i.operands[1]) + "; " : "";
    for (std::size_t n = 0; n < parts.size(); ++n) {
        const std::string shift = std::to_string(n * bits);
        if (packs)
            text += (n == 0 ? "" : " | ") + ("static_cast<" + whole + ">(" + typed(part, parts[n]) + ") << " + shift);
        else
            text += assign(parts[n], "static_cast<" + part + ">(strider_whole >> " + shift + ")");
    }
    return packs ? assign(i.operands[0], "static_cast<" + whole + ">(" + text + ")") : text + "} ";
}

/// lop3.or.b32 d|p, a, b, c, table, q: p is whether d or q holds.
std::string logic_with_predicate(const instruction& i) {
    const auto [to, predicate] = destinations(i);
    if (predicate.empty()) throw not_in_table();
    std::string operands;
    for (std::size_t n = 1; n <= 4; ++n) operands += (n == 1 ? "" : ", ") + typed("unsigned", operand(i, n));
    return "{ const unsigned strider_bits = ::strider::emulation::ptx::lookup(" + operands + "); " +
           assign(predicate,
                  std::string("(strider_bits != 0) ") + (has(i, "and") ? "& " : "| ") + typed("bool", operand(i, 5))) +
           assign(to, "strider_bits") + "} ";
}

/// vadd.u32.s32.s32.sat.add d, a.b0, b.h1, c: with a second operation on c, or d.h0, which replaces a part of c.
std::string video(const instruction& i) {
    const selected to = part_of(operand(i, 0));
    const bool compares = i.op == "vset", multiplies = i.op == "vmad";
    const std::string result_type = compares ? "unsigned" : type(i, 2);
    if (multiplies) {
        const auto is_negated = [&](std::size_t n) { return operand(i, n)[0] == '-'; };
        instruction plain = i;
        for (std::string& one : plain.operands)
            if (one[0] == '-') one.erase(0, 1);
        if (to.is_part || (has(i, "po") && (is_negated(1) || is_negated(2) || is_negated(3)))) throw not_in_table();
        const bool product = is_negated(1) != is_negated(2), sum = is_negated(3);
        const bool is_signed = type(i, 1) == "int" || type(i) == "int" || product || sum;
        return assign(to.value, std::string("::strider::emulation::ptx::video_mad<") +
                                    (is_signed ? "int" : "unsigned") +
                                    qualifier_list(i, {"sat", "po", "shr7", "shr15"}) + ">(" +
                                    video_operand(plain, 1, type(i, 1)) + ", " + video_operand(plain, 2, type(i)) +
                                    ", " + typed("unsigned", operand(plain, 3)) + (product ? ", true" : ", false") +
                                    (sum ? ", true)" : ", false)"));
    }
    const std::string a = video_operand(i, 1, type(i, 1)), b = video_operand(i, 2, type(i));
    const std::string bits = std::to_string(to.bits);
    std::string text = compares ? "static_cast<unsigned>" + compared(i, a, b)
                                : "::strider::emulation::ptx::video<::strider::emulation::ptx::v_" + i.op.substr(1) +
                                      ", " + result_type + qualifier_list(i, {"sat", "clamp", "wrap"}) + ">(" + a +
                                      ", " + b + ", " + bits + ")";
    const bool adds = has(i, "add"), least = has(i, "min"), most = has(i, "max");
    const bool has_second = adds || least || most;
    if ((has_second && to.is_part) || i.operands.size() != (has_second || to.is_part ? 4u : 3u)) throw not_in_table();
    if (to.is_part)
        text = "::strider::emulation::ptx::insert<unsigned>(" + text + ", " + typed("unsigned", i.operands[3]) + ", " +
               std::to_string(to.first) + ", " + bits + ")";
    if (has_second)
        text = std::string("::strider::emulation::ptx::") +
               (adds    ? "integer_add<"
                : least ? "integer_min<"
                        : "integer_max<") +
               result_type + ">(static_cast<" + result_type + ">(" + text + "), " + typed(result_type, i.operands[3]) +
               ")";
    return assign(to.value, text);
}

/// vadd2.s32.s32.s32.sat d.h1, a.h10, b.h32, c: on two halfwords or four bytes. Selectors name parts of (b, a).
std::string packed_video(const instruction& i) {
    const bool compares = i.op.starts_with("vset");
    const unsigned lanes = static_cast<unsigned>(i.op.back() - '0');
    const char* const defaults[] = {lanes == 2 ? "10" : "3210", lanes == 2 ? "10" : "3210", lanes == 2 ? "32" : "7654"};
    std::string registers[3], parts[3];
    const char prefix = lanes == 2 ? 'h' : 'b', last = static_cast<char>('0' + 2 * lanes - 1);
    for (std::size_t n = 0; n < 3; ++n) {
        const std::string& text = operand(i, n);
        const std::size_t dot = std::min(text.rfind('.'), text.size());
        registers[n] = text.substr(0, dot);
        parts[n] = dot == text.size() ? defaults[n] : text.substr(std::min(dot + 2, text.size()));
        const bool has_digits = std::ranges::all_of(parts[n], [&](char c) { return c >= '0' && c <= last; });
        if ((dot < text.size() && text.substr(dot + 1, 1) != std::string(1, prefix)) || !has_digits)
            throw not_in_table();
        if (n > 0 && parts[n].size() != lanes) throw not_in_table();
    }
    unsigned mask = 0;
    for (const char c : parts[0]) mask |= 1u << (c - '0');
    if (mask == 0 || mask >> lanes != 0) throw not_in_table();
    const std::string result_type = compares ? "unsigned" : type(i, 2), a = type(i, 1), b = type(i);
    const std::string operation =
        compares ? "[](long long strider_a, long long strider_b, unsigned) STRIDER_EMULATOR_UNINSTRUMENTED { return "
                   "static_cast<unsigned>" +
                       compared(i, "strider_a", "strider_b") + "; }"
                 : "::strider::emulation::ptx::video<::strider::emulation::ptx::v_" + i.op.substr(1, i.op.size() - 2) +
                       ", " + result_type + qualifier_list(i, {"sat"}) + ">";
    std::string text = "::strider::emulation::ptx::packed_video<" + a + ", " + b + ", " + std::to_string(lanes) +
                       (has(i, "add") ? ", true>(" : ", false>(");
    for (std::size_t n = 1; n <= 3; ++n) text += typed("unsigned", n < 3 ? registers[n] : operand(i, 3)) + ", ";
    return assign(registers[0],
                  text + std::to_string(mask) + ", 0x" + parts[1] + ", 0x" + parts[2] + ", " + operation + ")");
}

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
