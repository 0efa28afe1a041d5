// A source cut into the tokens that carry meaning, and what the translator asks of them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lexer.hpp"

namespace strider::kernel_check {

/// The tokens that carry meaning, with the source they were cut from.
struct code {
    std::string_view source;
    std::vector<token> tokens;  // no blanks, no comments, no directives
    struct directive {
        std::string_view text;
        int line;
        std::size_t next;  // index of the token that follows
    };
    std::vector<directive> directives;

    explicit code(std::string_view text) : source(text) {
        for (const token& t : lex(text)) {
            if (t.kind == token_kind::preprocessor) {
                directives.push_back({t.text, t.line, tokens.size()});
            } else if (t.kind != token_kind::space && t.text != "\\") {  // it continues the line of a macro
                tokens.push_back(t);
            }
        }
    }

    std::size_t size() const { return tokens.size(); }
    bool is(std::size_t i, std::string_view text) const { return i < size() && tokens[i].text == text; }
    bool is_identifier(std::size_t i) const { return i < size() && tokens[i].kind == token_kind::identifier; }
    std::size_t begin(std::size_t i) const { return static_cast<std::size_t>(tokens[i].text.data() - source.data()); }
    std::size_t end(std::size_t i) const { return begin(i) + tokens[i].text.size(); }
    /// Source text from token `first` up to and with token `last`.
    std::string text(std::size_t first, std::size_t last) const {
        return std::string(source.substr(begin(first), end(last) - begin(first)));
    }
    /// The same in one line, without comments.
    std::string line(std::size_t first, std::size_t last) const {
        std::string joined;
        for (std::size_t i = first; i <= last; ++i) {
            if (i > first && end(i - 1) != begin(i)) joined += ' ';
            joined += tokens[i].text;
        }
        std::replace(joined.begin(), joined.end(), '\n', ' ');
        return joined;
    }
    /// The tokens from i on spell `word`, with nothing between them.
    bool spells(std::size_t i, std::string_view word) const {
        return source.substr(begin(i)).starts_with(word) && (!is_identifier(i) || is(i, word));
    }
    /// Three `character`s in a row begin at token i. Formatters put blanks between them: `k << <1, 32>> >(p)`.
    bool is_triple(std::size_t i, std::string_view character) const {
        return is(i, character) && is(i + 1, character) && is(i + 2, character);
    }
};

/// Index behind the bracket that closes the one at `open`, or size() where none does.
std::size_t behind_closing(const code& in, std::size_t open, std::string_view opening, std::string_view closing);
/// Index of the bracket that opens the one at `close`.
std::optional<std::size_t> opening_of(const code& in, std::size_t close, std::string_view opening,
                                      std::string_view closing);
/// First token of the expression that ends before `<<<`: a name with its scopes and template arguments, an array
/// element, a member, or a parenthesised expression.
std::optional<std::size_t> callee_begin(const code& in, std::size_t chevrons);
/// The kernel's own name in a callee: `a::b<int>` is b.
std::string unqualified_name(const code& in, std::size_t first, std::size_t chevrons);
/// Index of the name of the kernel that the `__global__` at token i declares.
std::optional<std::size_t> name_behind(const code& in, std::size_t i);
/// include, if, define, ...
std::string_view directive_word(std::string_view directive);
/// A #define: its parameters, and where in the directive its replacement begins.
struct macro_definition {
    std::string name;
    std::vector<std::string> parameters;
    std::size_t body = 0;
};
std::optional<macro_definition> defined_macro(std::string_view directive);
/// The name between the quotes or brackets of an #include; empty for every other directive.
std::string_view included_name(std::string_view directive);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
