#include "source_code.hpp"

namespace strider::kernel_check {

/// The operator among template arguments, as in k<1 << 2 == 4>, is no two brackets.
static bool is_shift(const code& in, std::size_t i) {
    return in.is(i, "<") && in.is(i + 1, "<") && in.end(i) == in.begin(i + 1);
}

std::size_t behind_closing(const code& in, std::size_t open, std::string_view opening, std::string_view closing) {
    int depth = 0;
    for (std::size_t i = open; i < in.size(); ++i) {
        while (opening == "<" && in.is(i, "(")) i = behind_closing(in, i, "(", ")");  // a comparison is no bracket
        if (is_shift(in, i) && i != open)
            ++i;
        else if (in.is(i, opening))
            ++depth;
        if (in.is(i, closing) && --depth == 0) return i + 1;
    }
    return in.size();
}

std::optional<std::size_t> opening_of(const code& in, std::size_t close, std::string_view opening,
                                      std::string_view closing) {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
        while (closing == ">" && in.is(i, ")")) {
            const auto open = opening_of(in, i, "(", ")");
            if (!open || *open == 0) return std::nullopt;
            i = *open - 1;
        }
        if (i > 0 && is_shift(in, i - 1))
            --i;
        else if (in.is(i, opening) && --depth == 0)
            return i;
        if (in.is(i, closing)) ++depth;
        if (in.is(i, ";")) break;
    }
    return std::nullopt;
}

std::optional<std::size_t> callee_begin(const code& in, std::size_t chevrons) {
    std::size_t i = chevrons;
    while (i > 0) {
        std::size_t last = i - 1;
        if (in.is(last, ">")) {
            const auto open = opening_of(in, last, "<", ">");
            if (!open || *open == 0) return std::nullopt;
            last = *open - 1;
        }
        while (in.is(last, "]")) {
            const auto open = opening_of(in, last, "[", "]");
            if (!open || *open == 0) return std::nullopt;
            last = *open - 1;
        }
        if (in.is(last, ")")) {
            const auto open = opening_of(in, last, "(", ")");
            return open;
        }
        if (!in.is_identifier(last)) return std::nullopt;
        i = last;
        if (i >= 2 && in.is(i - 1, ":") && in.is(i - 2, ":")) {
            i -= 2;
            if (i == 0 || !(in.is_identifier(i - 1) || in.is(i - 1, ">"))) return i;  // ::kernel
        } else if (i >= 2 && in.is(i - 1, "#") && in.is(i - 2, "#")) {
            i -= 2;  // kernel_##name
        } else if (i >= 1 && in.is(i - 1, ".")) {
            i -= 1;
        } else if (i >= 2 && in.is(i - 1, ">") && in.is(i - 2, "-")) {
            i -= 2;
        } else {
            return i;
        }
    }
    return std::nullopt;
}

std::string unqualified_name(const code& in, std::size_t first, std::size_t chevrons) {
    std::string name;
    for (std::size_t i = first; i < chevrons; ++i) {
        if (in.is(i, "<")) {
            i = behind_closing(in, i, "<", ">") - 1;
        } else if (in.is_identifier(i)) {
            name = in.tokens[i].text;
        }
    }
    return name;
}

std::optional<std::size_t> name_behind(const code& in, std::size_t i) {
    for (std::size_t k = i + 1; k + 1 < in.size() && !in.is(k, ";") && !in.is(k, "{"); ++k) {
        const std::size_t next = in.is(k + 1, "<") ? behind_closing(in, k + 1, "<", ">") : k + 1;  // k<int>(
        if (!in.is_identifier(k) || !in.is(next, "(")) continue;
        // __launch_bounds__(256) and its kin, also as macros: a name and its parameters follow.
        const std::size_t behind = behind_closing(in, next, "(", ")");
        const bool is_macro = in.is_identifier(behind) && !in.is(behind, "noexcept") &&
                              !in.tokens[behind].text.starts_with("__") &&
                              (in.is(behind + 1, "(") || in.is(behind + 1, "<"));
        if (!is_macro && !in.tokens[k].text.starts_with("__")) return k;
        k = behind - 1;
    }
    return std::nullopt;
}

std::string_view directive_word(std::string_view directive) {
    const std::size_t begin = std::min(directive.find_first_not_of(" \t", 1), directive.size());
    return directive.substr(begin, directive.find_first_of(" \t\r\n\"<(/\\", begin) - begin);
}

std::optional<macro_definition> defined_macro(std::string_view directive) {
    const std::string_view word = directive_word(directive);
    if (word != "define") return std::nullopt;
    std::size_t at = static_cast<std::size_t>(word.data() - directive.data()) + word.size();
    at = std::min(directive.find_first_not_of(" \t", at), directive.size());
    const std::size_t end = std::min(directive.find_first_of(" \t\r\n\\(/", at), directive.size());
    macro_definition result{std::string(directive.substr(at, end - at)), {}, end};
    if (end == directive.size() || directive[end] != '(') return result;
    const std::size_t close = directive.find(')', end);
    if (close == std::string_view::npos) return std::nullopt;
    for (const token& t : lex(directive.substr(end, close - end)))
        if (t.kind == token_kind::identifier) result.parameters.emplace_back(t.text);
    result.body = close + 1;
    return result;
}

std::string_view included_name(std::string_view directive) {
    const std::string_view word = directive_word(directive);
    if (word != "include") return {};
    const std::size_t after = static_cast<std::size_t>(word.data() - directive.data()) + word.size();
    const std::size_t open = directive.find_first_not_of(" \t", after);
    if (open == std::string_view::npos || (directive[open] != '"' && directive[open] != '<')) return {};
    const std::size_t close = directive.find(directive[open] == '<' ? '>' : '"', open + 1);
    return close == std::string_view::npos ? std::string_view() : directive.substr(open + 1, close - open - 1);
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
