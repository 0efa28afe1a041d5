// Shifts and conversions to integers in kernels, which compute as PTX says: see
// <strider/emulator/dialect/ptx_numbers.hpp>. What the rewriting misses computes as on the CPU: names of types of other
// files, conversions that are not written.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

template <std::size_t Size>
bool is_one_of(const code& in, std::size_t i, const std::array<std::string_view, Size>& words) {
    return i < in.size() && kernel_check::is_one_of(in.tokens[i].text, words);
}

constexpr std::array<std::string_view, 26> integers{
    "int",     "unsigned", "signed",    "char",     "short",    "long",      "size_t",   "ptrdiff_t", "int8_t",
    "int16_t", "int32_t",  "int64_t",   "uint8_t",  "uint16_t", "uint32_t",  "uint64_t", "uint",      "uchar",
    "ushort",  "ulong",    "ulonglong", "longlong", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t"};
constexpr std::array<std::string_view, 6> before_expressions{"return", "case", "else", "do", "throw", "co_return"};
constexpr std::array<std::string_view, 7> behind_parameters{"const",    "noexcept", "override", "final",
                                                            "volatile", "mutable",  "requires"};

bool adjacent(const code& in, std::size_t first, std::size_t second) { return in.end(first) == in.begin(second); }

/// A number without a fraction.
bool is_integer_literal(const code& in, std::size_t i) {
    if (i >= in.size() || in.tokens[i].kind != token_kind::literal) return false;
    const std::string_view text = in.tokens[i].text;
    return text.front() >= '0' && text.front() <= '9' &&
           (text.starts_with("0x") || text.find_first_of(".eEfF") == std::string_view::npos);
}

/// Whether what is shifted by is a small number, by which C++ and PTX shift alike.
bool shifts_by_few(const code& in, std::size_t i) {
    if (!is_integer_literal(in, i) || std::strtoul(std::string(in.tokens[i].text).c_str(), nullptr, 0) >= 32)
        return false;
    static constexpr std::array<std::string_view, 5> binds_tighter{"+", "-", "*", "/", "%"};
    return !is_one_of(in, i + 1, binds_tighter);
}

/// Whether the `>>` at token i closes two lists of template arguments: they were opened in this part of the statement.
bool closes_templates(const code& in, std::size_t i) {
    int closed = 0, opened = 0;
    std::size_t opening = 0;
    for (std::size_t k = i; k-- > 0;) {
        if (in.is(k, ")") || in.is(k, "]")) {
            const bool round = in.is(k, ")");
            const auto open = opening_of(in, k, round ? "(" : "[", round ? ")" : "]");
            if (!open) return true;
            k = *open;
            continue;
        }
        if (in.is(k, "(") || in.is(k, "[") || in.is(k, "{") || in.is(k, "}") || in.is(k, ";")) break;
        const bool joined = k > 0 && adjacent(in, k - 1, k);
        static constexpr std::array<std::string_view, 4> comparisons{"=", "<", ">", "!"};
        if (in.is(k, "=") && !in.is(k + 1, "=") && !(joined && is_one_of(in, k - 1, comparisons))) break;
        if (joined && (in.is(k, "<") || in.is(k, ">")) && in.is(k - 1, in.tokens[k].text)) {
            --k;  // another shift
        } else if (in.is(k, ">") && !(joined && in.is(k - 1, "-"))) {
            ++closed;
        } else if (in.is(k, "<") && closed > 0) {
            --closed;
        } else if (in.is(k, "<")) {
            ++opened;
            opening = k;
        }
    }
    // `i < n >> 1` compares. A list that is opened once and closed here is another's, which began further up.
    return opened > 1 || (opened == 1 && opening > 0 && in.tokens[opening - 1].text.ends_with("_cast"));
}

}  // namespace

bool translator::computes_as_a_gpu(std::size_t i) const {
    if (in_.begin(i) < kept_to_) return false;
    return macro_parameters_ != nullptr ? !macro_parameters_->empty() : scopes_.function_sides().device;
}

/// a << b   becomes   a << STRIDER_EMULATOR_BY(<<) b, and a <<= b   a <<= STRIDER_EMULATOR_BY(<<=) b
void translator::shift(std::size_t i) {
    const std::string_view arrow = in_.tokens[i].text;
    if (!computes_as_a_gpu(i) || i == 0 || in_.is(i - 1, arrow) || in_.is(i + 2, arrow) || in_.is(i - 1, "operator"))
        return;
    const bool assigns = in_.is(i + 2, "=") && adjacent(in_, i + 1, i + 2) && !in_.is(i + 3, "=");
    const std::size_t last = assigns ? i + 2 : i + 1;
    if (shifts_by_few(in_, last + 1) || in_.is(i - 1, ".") || in_.is(last + 1, ".")) return;  // ... of an expansion
    static constexpr std::array<std::string_view, 5> no_operands{",", ")", ";", ">", "="};
    if (is_one_of(in_, last + 1, no_operands) || in_.is(i - 1, "(") || in_.is(i - 1, ","))
        return;  // a name of a function
    if (arrow == ">" && closes_templates(in_, i)) return;
    if (macro_parameters_ != nullptr && !uses_parameter(last + 1)) return;
    const bool host_too = macro_parameters_ != nullptr || scopes_.function_sides().host;
    replace(in_.end(last), in_.end(last),
            std::string(host_too ? " STRIDER_EMULATOR_BY_ON_EITHER_SIDE(" : " STRIDER_EMULATOR_BY(") +
                in_.text(i, last) + ")");
}

/// Whether the operand of a macro's shift is a parameter. Others are constants, which may stand in #if.
bool translator::uses_parameter(std::size_t i) const {
    const std::size_t behind = in_.is(i, "(") ? behind_closing(in_, i, "(", ")") : i + 1;
    for (; i < behind; ++i)
        for (const std::string& parameter : *macro_parameters_)
            if (in_.is(i, parameter)) return true;
    return false;
}

/// Tokens [first, the result) name a type of numbers; `first` where they do not.
std::size_t translator::behind_number_type(std::size_t first) const {
    if (in_.is(first, "std") && in_.is(first + 1, ":") && in_.is(first + 2, ":") && is_one_of(in_, first + 3, integers))
        return first + 4;
    if (in_.is_identifier(first) && types_.contains(in_.tokens[first].text)) return first + 1;
    std::size_t i = first;
    while (is_one_of(in_, i, integers)) ++i;
    return i;
}

/// template <typename T>, using T = ..., typedef ... T: T may be a type of integers.
void translator::name_type(std::size_t i) {
    const bool is_parameter =
        !in_.is(i, "typedef") && !in_.is(i, "using") && i > 0 && (in_.is(i - 1, "<") || in_.is(i - 1, ","));
    if ((is_parameter || (in_.is(i, "using") && in_.is(i + 2, "="))) && in_.is_identifier(i + 1))
        types_.emplace(in_.tokens[i + 1].text);
    if (!in_.is(i, "typedef")) return;
    const std::size_t name = behind_number_type(i + 1);
    if (name > i + 1 && in_.is_identifier(name) && in_.is(name + 1, ";")) types_.emplace(in_.tokens[name].text);
}

/// (int)x   becomes   (int)STRIDER_EMULATOR_TO(int)x, and int(x)   int(STRIDER_EMULATOR_AS(int)(x))
void translator::cast(std::size_t i) {
    if (!computes_as_a_gpu(i) || i == 0) return;
    const std::size_t behind = behind_number_type(i + 1);
    if (behind > i + 1 && in_.is(behind, ")")) {
        static constexpr std::array<std::string_view, 7> unary{"(", "-", "+", "~", "!", "*", "&"};
        const std::size_t operand = behind + 1;
        const bool reads = is_one_of(in_, operand, unary) ||
                           (in_.is_identifier(operand) && !is_one_of(in_, operand, behind_parameters)) ||
                           (operand < in_.size() && in_.tokens[operand].kind == token_kind::literal);
        if (!reads || is_integer_literal(in_, operand) ||
            (in_.is_identifier(i - 1) && !is_one_of(in_, i - 1, before_expressions)))
            return;
        replace(in_.end(behind), in_.end(behind), " STRIDER_EMULATOR_TO(" + in_.line(i + 1, behind - 1) + ")");
        return;
    }
    if (behind_number_type(i - 1) != i) return;
    std::size_t type = i - 1;
    if (type >= 3 && in_.is(type - 1, ":") && in_.is(type - 3, "std")) type -= 3;
    static constexpr std::array<std::string_view, 7> no_expressions{";", "{", "}", ")", "<", ">", "operator"};
    if (type == 0 || (in_.is(type - 1, ":") && in_.is(type - 2, ":")) || is_one_of(in_, type - 1, no_expressions) ||
        (in_.is_identifier(type - 1) && !is_one_of(in_, type - 1, before_expressions)))
        return;
    convert(type, i - 1, i);
}

/// static_cast<int>(x)   becomes   static_cast<int>(STRIDER_EMULATOR_AS(int)(x))
void translator::static_cast_to(std::size_t i) {
    if (!computes_as_a_gpu(i) || !in_.is(i + 1, "<")) return;
    const std::size_t behind = behind_number_type(i + 2);
    if (behind > i + 2 && in_.is(behind, ">") && in_.is(behind + 1, "(")) convert(i + 2, behind - 1, behind + 1);
}

void translator::convert(std::size_t first, std::size_t last, std::size_t open) {
    const std::size_t close = behind_closing(in_, open, "(", ")") - 1;
    if (!in_.is(close, ")") || close == open + 1 || (close == open + 2 && is_integer_literal(in_, open + 1))) return;
    for (std::size_t i = open + 1, depth = 0; i < close; ++i) {
        if (in_.is(i, ",") && depth == 0) return;  // of a class
        depth += in_.is(i, "(") || in_.is(i, "[") || in_.is(i, "<") || in_.is(i, "{");
        if ((in_.is(i, ")") || in_.is(i, "]") || in_.is(i, ">") || in_.is(i, "}")) && depth > 0) --depth;
    }
    replace(in_.end(open), in_.end(open), "STRIDER_EMULATOR_AS(" + in_.line(first, last) + ")(");
    replace(in_.begin(close), in_.begin(close), ")");
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
