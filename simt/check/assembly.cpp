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

/// On the device it is PTX, of which the executor has a table; the host's is left alone.
void translator::inline_assembly(std::size_t word) {
    const sides where = scopes_.function_sides();
    std::size_t open = word + 1;
    while (in_.is_identifier(open)) ++open;  // volatile
    if (!in_.is(open, "(")) return;
    const std::size_t behind = behind_closing(in_, open, "(", ")");
    const assembly parts = read_assembly(in_, open, behind - 1);
    if (macro_parameters_ == nullptr ? !where.device : !parts.may_be_ptx) return;
    if (where.host && !parts.may_be_ptx) return;
    replace(in_.begin(word), in_.end(behind - 1), translate_ptx(parts));
}

}  // namespace strider::kernel_check
