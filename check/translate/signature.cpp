#include "signature.hpp"

#include <algorithm>

#include "source_code.hpp"

namespace strider::kernel_check {
namespace {

/// Whether the token may end the type that a declared function returns, so that its name follows.
bool may_end_type(const code& in, std::size_t i) {
    return (in.is_identifier(i) && !in.is(i, "return")) || in.is(i, ">") || in.is(i, "*") || in.is(i, "&") ||
           in.is(i, ")");
}

/// The tokens [first, end) of one parameter.
declared_parameter parameter_between(const code& in, std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i)
        if (in.is(i, "=")) end = i;  // a default
    std::string brackets;
    if (const auto open = end > first && in.is(end - 1, "]") ? opening_of(in, end - 1, "[", "]") : std::nullopt;
        open && in.is_identifier(*open - 1)) {  // int x[] is a pointer
        brackets = "*";
        end = *open;
    }
    declared_parameter made;
    const std::size_t last = end - 1;
    const bool has_name = last > first && in.is_identifier(last) && !in.is(last - 1, "::") && !in.is(last, "int") &&
                          !in.is(last, "char") && !in.is(last, "long") && !in.is(last - 1, "const") &&
                          !in.is(last - 1, "unsigned");
    if (has_name) made.name = in.tokens[last].text;
    for (std::size_t i = first; i < (has_name ? last : end); ++i) {
        if (in.is(i, "__restrict__") || in.is(i, "__restrict") || in.is(i, "__grid_constant__")) continue;
        const bool apart = i > first && in.is_identifier(i) && (in.is_identifier(i - 1) || in.is(i - 1, ">"));
        made.type.append(apart ? " " : "").append(in.tokens[i].text);
    }
    made.type += brackets;
    return made;
}

std::vector<declared_parameter> parameters_between(const code& in, std::size_t open, std::size_t close) {
    std::vector<declared_parameter> all;
    int depth = 0;
    for (std::size_t first = open + 1, i = first; i <= close; ++i) {
        if (in.is(i, "<") || in.is(i, "(") || in.is(i, "[")) ++depth;
        if (i < close && (in.is(i, ">") || in.is(i, ")") || in.is(i, "]"))) --depth;
        if (i != close && (depth != 0 || !in.is(i, ","))) continue;
        if (i > first && !(i == first + 1 && in.is(first, "void"))) all.push_back(parameter_between(in, first, i));
        first = i + 1;
    }
    return all;
}

}  // namespace

std::string plain_name(std::string_view name) {
    name = name.substr(0, name.find('<'));
    if (const std::size_t scope = name.rfind(':'); scope != std::string_view::npos) name.remove_prefix(scope + 1);
    const auto is_blank = [](char c) { return c == ' ' || c == '&'; };
    while (!name.empty() && is_blank(name.front())) name.remove_prefix(1);
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    return std::string(name);
}

std::optional<std::vector<declared_parameter>> declared_parameters(std::string_view source, std::string_view name) {
    const code in(source);
    const std::string plain = plain_name(name);
    for (std::size_t i = 1; i + 1 < in.size(); ++i) {
        if (!in.is(i, plain) || !in.is(i + 1, "(") || !may_end_type(in, i - 1)) continue;
        const std::size_t behind = behind_closing(in, i + 1, "(", ")");
        if (in.is(behind, "{") || in.is(behind, ";") || in.is(behind, "noexcept"))
            return parameters_between(in, i + 1, behind - 1);
    }
    return std::nullopt;
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
