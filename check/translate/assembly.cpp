#include <algorithm>

#include "ptx.hpp"
#include "translator.hpp"

namespace strider::kernel_check {
namespace {

/// The characters that adjacent string literals stand for; only the escapes that people write in assembly.
std::string literal_text(std::string_view literal) {
    std::string result;
    for (std::size_t i = 1; i + 1 < literal.size(); ++i) {
        if (literal[i] != '\\') {
            result += literal[i];
        } else if (literal[++i] == 'n' || literal[i] == 't') {
            result += ' ';
        } else {
            result += literal[i];
        }
    }
    return result;
}

std::vector<assembly::operand> operands(const code& in, std::size_t first, std::size_t last, assembly& into) {
    std::vector<assembly::operand> result;
    for (std::size_t i = first; i < last; ++i) {
        if (in.is(i, "[")) i = behind_closing(in, i, "[", "]");  // a name
        if (i >= last || in.is(i, ",")) continue;
        std::string constraint;
        while (i < last && in.tokens[i].kind == token_kind::literal) constraint += literal_text(in.tokens[i++].text);
        if (constraint.empty() || !in.is(i, "(")) {
            into.is_written_out = false;
            continue;
        }
        const std::size_t behind = behind_closing(in, i, "(", ")");
        if (constraint.find_first_not_of("=+&hrlqfdnC") != std::string::npos) into.may_be_ptx = false;
        result.push_back({constraint, in.line(i + 1, behind - 2)});
        i = behind - 1;
    }
    return result;
}

}  // namespace

assembly read_assembly(const code& in, std::size_t open, std::size_t close) {
    assembly result;
    std::vector<std::size_t> colons;
    int depth = 0;
    for (std::size_t i = open + 1; i < close; ++i) {
        if (in.is(i, "(") || in.is(i, "[")) ++depth;
        if (in.is(i, ")") || in.is(i, "]")) --depth;
        if (in.is(i, ":") && depth == 0) colons.push_back(i);
    }
    const auto part = [&](std::size_t n) { return n < colons.size() ? colons[n] : close; };
    for (std::size_t i = open + 1; i < part(0); ++i) {
        if (in.tokens[i].kind == token_kind::literal)
            result.text += literal_text(in.tokens[i].text);
        else
            result.is_written_out = false;
    }
    if (!colons.empty()) result.outputs = operands(in, colons[0] + 1, part(1), result);
    if (colons.size() > 1) result.inputs = operands(in, colons[1] + 1, part(2), result);
    return result;
}

namespace {

/// Every #if of the statement taken apart: the whole statement once for each way through its branches. `room`: how many
/// conditions it may have. Nothing for other directives.
std::optional<std::string> by_condition(const std::string& statement, int room) {
    const code in(statement);
    if (in.directives.empty()) {
        std::size_t open = 1;
        while (in.is_identifier(open)) ++open;
        return translate_ptx(read_assembly(in, open, in.size() - 1)) + ";\n";
    }
    const auto begin = [&](const code::directive& one) {
        return static_cast<std::size_t>(one.text.data() - statement.data());
    };
    const auto end = [&](const code::directive& one) { return begin(one) + one.text.size(); };
    std::vector<code::directive> branches;  // of the first condition, and its #endif
    int depth = 0;
    for (const code::directive& one : in.directives) {
        const std::string_view word = directive_word(one.text);
        if (word.starts_with("if") && ++depth == 1) branches.push_back(one);
        if (word.starts_with("el") && depth == 1) branches.push_back(one);
        if (word == "endif" && --depth == 0) branches.push_back(one);
        if (depth == 0) break;
    }
    if (room == 0 || depth != 0 || branches.empty()) return std::nullopt;
    const std::string head = statement.substr(0, begin(branches.front())),
                      tail = statement.substr(end(branches.back()));
    std::string text;
    bool has_else = false;
    const auto add = [&](const std::string& directive, const std::string& own) {
        const auto branch = by_condition(head + own + tail, room - 1);
        text += directive + "\n" + branch.value_or("");
        return branch.has_value();
    };
    for (std::size_t i = 0; i + 1 < branches.size(); ++i) {
        has_else = has_else || directive_word(branches[i].text) == "else";
        const std::string own = statement.substr(end(branches[i]), begin(branches[i + 1]) - end(branches[i]));
        if (!add(answered(branches[i].text, true, true).device, own)) return std::nullopt;
    }
    if (!has_else && !add("#else", "")) return std::nullopt;
    return text + "#endif\n";
}

}  // namespace

/// On the device it is PTX, of which the emulator has a table; the host's is left alone.
void translator::inline_assembly(std::size_t word) {
    const sides where = scopes_.function_sides();
    std::size_t open = word + 1;
    while (in_.is_identifier(open)) ++open;  // volatile
    if (!in_.is(open, "(")) return;
    const std::size_t behind = behind_closing(in_, open, "(", ")");
    const std::size_t begin = in_.begin(word), end = in_.end(behind - 1);
    const bool has_directive = std::ranges::any_of(
        in_.directives, [&](const code::directive& one) { return one.next > word && one.next < behind; });
    if (where.device && has_directive) {
        const int line = in_.tokens[behind - 1].line;
        const auto branches = by_condition(std::string(in_.source.substr(begin, end - begin)), 6);
        if (!branches) refuse(line, "directives inside of an assembly statement that are not a few of #if");
        return replace(begin, end, "\n" + *branches + "#line " + std::to_string(line) + "\n");
    }
    const assembly parts = read_assembly(in_, open, behind - 1);
    if (macro_parameters_ == nullptr ? !where.device : !parts.may_be_ptx) return;
    if (where.host && !parts.may_be_ptx) return;
    replace(begin, end, translate_ptx(parts));
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
