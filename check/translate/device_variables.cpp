#include "device_variables.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "translator.hpp"

namespace strider::kernel_check {
namespace {

constexpr std::array<std::string_view, 3> specifiers{"__device__", "__constant__", "__managed__"};
constexpr std::array<std::string_view, 17> no_variables{
    "const",  "constexpr", "extern", "template", "operator", "__shared__", "__global__", "__host__", "__noinline__",
    "struct", "class",     "union",  "enum",     "typedef",  "using",      "friend",     "namespace"};
constexpr std::array<std::string_view, 4> not_of_host{"thread_local", "static_assert", "&", "requires"};
constexpr std::array<std::string_view, 4> with_parentheses{"__align__", "alignas", "__attribute__", "decltype"};
constexpr std::array<std::string_view, 5> behind_a_name{"=", "[", "{", ",", ";"};

/// The names behind the first one, which stands at `first`, up to the semicolon. A `<` may open arguments of a template
/// or compare, so that nothing behind it counts.
void find_more_names(const code& in, std::size_t first, defined_variables& variables) {
    bool clear = true;
    std::size_t token = first + 1;
    for (; token < in.size() && !in.is(token, ";"); ++token) {
        if (in.is(token, "{")) token = behind_closing(in, token, "{", "}") - 1;
        if (in.is(token, "(")) token = behind_closing(in, token, "(", ")") - 1;
        if (in.is(token, "<")) clear = false;
        if (!clear || !in.is(token, ",")) continue;
        while (in.is(token + 1, "*") || in.is(token + 1, "&")) ++token;
        if (in.is_identifier(token + 1) && token + 2 < in.size() && is_one_of(in.tokens[token + 2].text, behind_a_name))
            variables.names.push_back(token + 1);
    }
    variables.semicolon = token;
}

/// What the declaration from `first` on defines. Its type is a word from `named` on, or before the one that is there.
defined_variables variables_from(const code& in, std::size_t first, std::size_t named) {
    defined_variables variables;
    std::size_t words = 0, at = first;
    for (; at < in.size() && !is_one_of(in.tokens[at].text, behind_a_name); ++at) {
        if (is_one_of(in.tokens[at].text, no_variables)) return {};
        if (in.is(at, "__managed__")) variables.managed = true;
        if (is_one_of(in.tokens[at].text, with_parentheses) && in.is(at + 1, "("))
            at = behind_closing(in, at + 1, "(", ")") - 1;
        else if (in.is(at, "<"))
            at = behind_closing(in, at, "<", ">") - 1;
        else if (in.is(at, "("))
            return {};  // a function
        else if (at >= named && in.is_identifier(at))
            ++words;
    }
    const bool has_type = words >= 2 || (words == 1 && named > first + 1);
    if (!has_type || !in.is_identifier(at - 1)) return {};
    variables.names = {at - 1};
    find_more_names(in, at - 1, variables);
    return variables.semicolon < in.size() ? variables : defined_variables{};
}

/// A macro of the source's own, or named as macros are.
bool may_be_macro(const code& in, std::string_view word) {
    return word.starts_with("__") || std::ranges::none_of(word, [](char c) { return c >= 'a' && c <= 'z'; }) ||
           std::ranges::any_of(in.directives, [&](const code::directive& one) {
               const auto macro = defined_macro(one.text);
               return macro && macro->name == word;
           });
}

}  // namespace

defined_variables device_variables_at(const code& in, std::size_t i) {
    std::size_t first = i;
    for (; first > 0 && !in.is(first - 1, ";") && !in.is(first - 1, "{") && !in.is(first - 1, "}"); --first)
        if (is_one_of(in.tokens[first - 1].text, specifiers)) return {};
    return variables_from(in, first, i + 1);
}

defined_variables host_variables_at(const code& in, std::size_t first) {
    std::size_t at = first;
    for (; at < in.size() && !is_one_of(in.tokens[at].text, behind_a_name); ++at)
        if (is_one_of(in.tokens[at].text, not_of_host)) return {};
    for (std::size_t word = first; word + 1 < at; ++word)
        if (in.is_identifier(word) && may_be_macro(in, in.tokens[word].text)) return {};
    if (at < first + 2 || in.is(at - 2, ":")) return {};  // ... of a class
    return variables_from(in, first, first);
}

void translator::variable(std::size_t at) {
    if (!scopes_.in_namespace()) return;
    const defined_variables defined = device_variables_at(in_, at);
    tell_of(defined, defined.managed ? "managed" : "device");
}

void translator::variable_of_host(std::size_t at) {
    if (!in_.is_identifier(at)) return;
    const bool begins = at == 0 || in_.is(at - 1, ";") || in_.is(at - 1, "{") || in_.is(at - 1, "}");
    const sides of = scopes_.function_sides();
    const bool lasts = scopes_.in_namespace() || (in_.is(at, "static") && of.host && !of.device);
    if (begins && lasts) tell_of(host_variables_at(in_, at), "host");
}

/// The program is told of the variables, behind their definition.
void translator::tell_of(const defined_variables& defined, const std::string& how) {
    std::string told;
    for (const std::size_t name : defined.names)
        told += " STRIDER_EMULATOR_PROGRAM_VARIABLE(" + how + ", " + std::string(in_.tokens[name].text) + ");";
    if (told.empty()) return;
    const std::size_t behind = in_.end(defined.semicolon);
    replace(behind, behind, told);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
