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
        if (i >= last || in.tokens[i].kind != token_kind::literal || !in.is(i + 1, "(")) continue;
        const std::size_t behind = behind_closing(in, i + 1, "(", ")");
        const std::string constraint = literal_text(in.tokens[i].text);
        if (constraint.find_first_not_of("=+&hrlqfdnC") != std::string::npos) into.may_be_ptx = false;
        result.push_back({constraint, in.line(i + 2, behind - 2)});
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
            result.text_is_known = false;
    }
    if (!colons.empty()) result.outputs = operands(in, colons[0] + 1, part(1), result);
    if (colons.size() > 1) result.inputs = operands(in, colons[1] + 1, part(2), result);
    return result;
}

/// An assembly statement [word, behind) with an #if inside of it becomes one statement for each branch.
std::optional<std::string> translator::by_condition(std::size_t word, std::size_t behind) const {
    std::vector<code::directive> inside;
    for (const code::directive& one : in_.directives)
        if (one.next > word && one.next < behind) inside.push_back(one);
    if (inside.size() < 2 || !directive_word(inside.front().text).starts_with("if")) return std::nullopt;
    if (directive_word(inside.back().text) != "endif") return std::nullopt;
    const auto begin = [&](const code::directive& one) {
        return static_cast<std::size_t>(one.text.data() - in_.source.data());
    };
    const auto end = [&](const code::directive& one) { return begin(one) + one.text.size(); };
    const std::string head(in_.source.substr(in_.begin(word), begin(inside.front()) - in_.begin(word)));
    const std::string tail(in_.source.substr(end(inside.back()), in_.end(behind - 1) - end(inside.back())));
    std::string text;
    bool has_else = false;
    const auto branch = [&](std::string_view own) {
        const std::string statement = head + std::string(own) + tail;
        const code in(statement);
        std::size_t open = 1;
        while (in.is_identifier(open)) ++open;
        text += translate_ptx(read_assembly(in, open, in.size() - 1)) + ";\n";
    };
    for (std::size_t i = 0; i + 1 < inside.size(); ++i) {
        const std::string_view directive = directive_word(inside[i].text);
        if (i > 0 && !directive.starts_with("el")) return std::nullopt;  // another condition inside
        has_else = has_else || directive == "else";
        text += (i == 0 ? "\n" : "") + answered(inside[i].text, true, true).device + "\n";
        branch(in_.source.substr(end(inside[i]), begin(inside[i + 1]) - end(inside[i])));
    }
    if (!has_else) {
        text += "#else\n";
        branch("");
    }
    return text + "#endif\n#line " + std::to_string(in_.tokens[behind - 1].line) + "\n";
}

/// On the device it is PTX, of which the executor has a table; the host's is left alone.
void translator::inline_assembly(std::size_t word) {
    const sides where = scopes_.function_sides();
    std::size_t open = word + 1;
    while (in_.is_identifier(open)) ++open;  // volatile
    if (!in_.is(open, "(")) return;
    const std::size_t behind = behind_closing(in_, open, "(", ")");
    if (where.device)
        if (const auto both = by_condition(word, behind)) return replace(in_.begin(word), in_.end(behind - 1), *both);
    const assembly parts = read_assembly(in_, open, behind - 1);
    if (macro_parameters_ == nullptr ? !where.device : !parts.may_be_ptx) return;
    if (where.host && !parts.may_be_ptx) return;
    replace(in_.begin(word), in_.end(behind - 1), translate_ptx(parts));
}

}  // namespace strider::kernel_check
