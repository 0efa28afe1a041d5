#include "device_variables.hpp"

#include <array>
#include <string>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

constexpr std::array<std::string_view, 18> no_variables{
    "const",      "constexpr",  "extern",   "template",     "operator", "__managed__",
    "__shared__", "__global__", "__host__", "__noinline__", "struct",   "class",
    "union",      "enum",       "typedef",  "using",        "friend",   "namespace"};
constexpr std::array<std::string_view, 4> with_parentheses{"__align__", "alignas", "__attribute__", "decltype"};
constexpr std::array<std::string_view, 5> behind_a_name{"=", "[", "{", ",", ";"};

}  // namespace

std::optional<device_variable> device_variable_at(const code& in, std::size_t i) {
    std::size_t first = i;
    for (; first > 0 && !in.is(first - 1, ";") && !in.is(first - 1, "{") && !in.is(first - 1, "}"); --first)
        if (in.is(first - 1, "__device__") || in.is(first - 1, "__constant__")) return std::nullopt;
    std::size_t words = 0, at = first;
    for (; at < in.size() && !is_one_of(in.tokens[at].text, behind_a_name); ++at) {
        if (is_one_of(in.tokens[at].text, no_variables)) return std::nullopt;
        if (is_one_of(in.tokens[at].text, with_parentheses) && in.is(at + 1, "("))
            at = behind_closing(in, at + 1, "(", ")") - 1;
        else if (in.is(at, "<"))
            at = behind_closing(in, at, "<", ">") - 1;
        else if (in.is(at, "("))
            return std::nullopt;  // a function
        else if (at > i && in.is_identifier(at))
            ++words;
    }
    const bool has_type = words >= 2 || (words == 1 && i > first);
    if (!has_type || !in.is_identifier(at - 1)) return std::nullopt;
    const std::size_t name = at - 1;
    for (; at < in.size() && !in.is(at, ";"); ++at)
        if (in.is(at, "{")) at = behind_closing(in, at, "{", "}") - 1;
    if (at >= in.size()) return std::nullopt;
    return device_variable{name, at};
}

/// The program is told of the variable, behind its definition.
void translator::variable(std::size_t at) {
    if (!scopes_.in_namespace()) return;
    const auto defined = device_variable_at(in_, at);
    if (!defined) return;
    const std::size_t behind = in_.end(defined->semicolon);
    replace(behind, behind, " STRIDER_SIMT_PROGRAM_VARIABLE(" + std::string(in_.tokens[defined->name].text) + ");");
}

}  // namespace strider::kernel_check
