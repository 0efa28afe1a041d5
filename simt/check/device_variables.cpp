#include "device_variables.hpp"

#include <array>
#include <string>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

constexpr std::array<std::string_view, 3> specifiers{"__device__", "__constant__", "__managed__"};
constexpr std::array<std::string_view, 17> no_variables{
    "const",  "constexpr", "extern", "template", "operator", "__shared__", "__global__", "__host__", "__noinline__",
    "struct", "class",     "union",  "enum",     "typedef",  "using",      "friend",     "namespace"};
constexpr std::array<std::string_view, 4> with_parentheses{"__align__", "alignas", "__attribute__", "decltype"};
constexpr std::array<std::string_view, 5> behind_a_name{"=", "[", "{", ",", ";"};

/// The names behind the first one, which stands at `first`, up to the semicolon. A `<` may open arguments of a template
/// or compare, so that nothing behind it counts.
void find_more_names(const code& in, std::size_t first, device_variables& found) {
    bool clear = true;
    std::size_t at = first + 1;
    for (; at < in.size() && !in.is(at, ";"); ++at) {
        if (in.is(at, "{")) at = behind_closing(in, at, "{", "}") - 1;
        if (in.is(at, "(")) at = behind_closing(in, at, "(", ")") - 1;
        if (in.is(at, "<")) clear = false;
        if (!clear || !in.is(at, ",")) continue;
        while (in.is(at + 1, "*") || in.is(at + 1, "&")) ++at;
        if (in.is_identifier(at + 1) && at + 2 < in.size() && is_one_of(in.tokens[at + 2].text, behind_a_name))
            found.names.push_back(at + 1);
    }
    found.semicolon = at;
}

}  // namespace

device_variables device_variables_at(const code& in, std::size_t i) {
    std::size_t first = i;
    for (; first > 0 && !in.is(first - 1, ";") && !in.is(first - 1, "{") && !in.is(first - 1, "}"); --first)
        if (is_one_of(in.tokens[first - 1].text, specifiers)) return {};
    device_variables found;
    std::size_t words = 0, at = first;
    for (; at < in.size() && !is_one_of(in.tokens[at].text, behind_a_name); ++at) {
        if (is_one_of(in.tokens[at].text, no_variables)) return {};
        if (in.is(at, "__managed__")) found.managed = true;
        if (is_one_of(in.tokens[at].text, with_parentheses) && in.is(at + 1, "("))
            at = behind_closing(in, at + 1, "(", ")") - 1;
        else if (in.is(at, "<"))
            at = behind_closing(in, at, "<", ">") - 1;
        else if (in.is(at, "("))
            return {};  // a function
        else if (at > i && in.is_identifier(at))
            ++words;
    }
    const bool has_type = words >= 2 || (words == 1 && i > first);
    if (!has_type || !in.is_identifier(at - 1)) return {};
    found.names = {at - 1};
    find_more_names(in, at - 1, found);
    return found.semicolon < in.size() ? found : device_variables{};
}

/// The program is told of the variables, behind their definition.
void translator::variable(std::size_t at) {
    if (!scopes_.in_namespace()) return;
    const device_variables defined = device_variables_at(in_, at);
    const std::string how = defined.managed ? "managed" : "device";
    std::string told;
    for (const std::size_t name : defined.names)
        told += " STRIDER_SIMT_PROGRAM_VARIABLE(" + how + ", " + std::string(in_.tokens[name].text) + ");";
    if (told.empty()) return;
    const std::size_t behind = in_.end(defined.semicolon);
    replace(behind, behind, told);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
