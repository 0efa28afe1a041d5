#include "architecture.hpp"

#include <algorithm>

#include "scopes.hpp"

namespace strider::kernel_check {
namespace {

/// The name that #define or #undef is about; nothing for other directives, and for what the compiler defines.
std::string_view name_of_definition(std::string_view directive) {
    const std::string_view word = directive_word(directive);
    if (word != "define" && word != "undef") return {};
    const std::size_t behind = static_cast<std::size_t>(word.data() - directive.data()) + word.size();
    const std::size_t begin = std::min(directive.find_first_not_of(" \t", behind), directive.size());
    const std::string_view name =
        directive.substr(begin, directive.find_first_of(" \t\r\n\\(/", begin) - std::min(begin, directive.size()));
    return name.starts_with("__CUDA") ? std::string_view() : name;
}

/// The last directive of the condition that begins at `first`, if one of its branches asks for the architecture; of a
/// definition by such macros, itself.
std::optional<std::size_t> end_of_part(const code& in, std::size_t first, const kernel_names& names) {
    const std::string_view word = directive_word(in.directives[first].text);
    if (!name_of_definition(in.directives[first].text).empty())
        return asks_for_architecture(in.directives[first].text, names) ? std::optional(first) : std::nullopt;
    if (!word.starts_with("if")) return std::nullopt;
    bool asks = false;
    int depth = 0;
    for (std::size_t i = first; i < in.directives.size(); ++i) {
        const std::string_view text = in.directives[i].text, here = directive_word(text);
        depth += here.starts_with("if");
        asks = asks || (depth == 1 && (here.starts_with("if") || here.starts_with("elif")) &&
                        asks_for_architecture(text, names));
        if (here == "endif" && --depth == 0) return asks ? std::optional(i) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

bool asks_for_architecture(std::string_view directive, const kernel_names& names) {
    for (const token& one : lex(directive.substr(1)))
        if (one.text == "__CUDA_ARCH__" || names.architecture_macros.contains(one.text)) return true;
    return false;
}

std::string with_names_of_device(std::string_view directive, const kernel_names& names) {
    std::string result;
    std::size_t position = 0;
    for (const token& one : lex(directive.substr(1))) {
        if (one.kind != token_kind::identifier || !names.architecture_macros.contains(one.text)) continue;
        const auto begin = static_cast<std::size_t>(one.text.data() - directive.data());
        result.append(directive.substr(position, begin - position)) += on_device_prefix;
        position = begin;
    }
    return result.append(directive.substr(position));
}

bool collect_architecture_macros(std::string_view source, kernel_names& names) {
    if (names.architecture_macros.empty() && source.find("__CUDA_ARCH__") == std::string_view::npos) return false;
    const code in(source);
    scopes around(in, names);
    const std::size_t before = names.architecture_macros.size();
    std::size_t k = 0;
    for (std::size_t i = 0; i <= in.size(); ++i) {
        for (; k < in.directives.size() && in.directives[k].next == i; ++k) {
            const auto last = around.in_namespace() ? end_of_part(in, k, names) : std::nullopt;
            for (std::size_t one = k; last && one <= *last; ++one)
                if (const auto name = name_of_definition(in.directives[one].text); !name.empty())
                    names.architecture_macros.emplace(name);
            around.at_condition(directive_word(in.directives[k].text));
        }
        if (i < in.size()) around.at_token(i);
    }
    return names.architecture_macros.size() != before;
}

std::optional<std::string> definitions_of_device(const code& in, std::size_t first, const kernel_names& names,
                                                 std::size_t& last) {
    const auto end = end_of_part(in, first, names);
    if (!end) return std::nullopt;
    last = *end;
    std::string all;
    bool defines = false;
    for (std::size_t i = first; i <= last; ++i) {
        const std::string_view text = in.directives[i].text, word = directive_word(text);
        const bool is_definition = !name_of_definition(text).empty();
        defines = defines || is_definition;
        if (is_definition)
            all += with_names_of_device(text, names) + "\n";
        else if (word.starts_with("if") || word.starts_with("el") || word == "endif")
            all += with_names_of_device(answered(text, true, true).device, names) + "\n";
    }
    return defines ? std::optional(all) : std::nullopt;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
