#include "lexer.hpp"

#include <algorithm>
#include <cctype>
#include <string>

namespace strider::kernel_check {
namespace {

bool begins_identifier(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool continues_identifier(char c) { return begins_identifier(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Reads one token after the other; every function takes a position and returns the one behind what it read.
class reader {
public:
    explicit reader(std::string_view source) : source_(source) {}

    std::vector<token> all() {
        std::vector<token> tokens;
        std::size_t position = 0;
        int line = 1;
        bool line_is_blank = true;  // so far: a '#' begins a directive only there
        while (position < source_.size()) {
            const auto [kind, end] = one(position, line_is_blank);
            const std::string_view text = source_.substr(position, end - position);
            tokens.push_back({kind, text, line});
            const auto newlines = std::count(text.begin(), text.end(), '\n');
            line += static_cast<int>(newlines);
            line_is_blank = kind == token_kind::space ? (line_is_blank || newlines > 0) : false;
            if (kind == token_kind::preprocessor) line_is_blank = true;
            position = end;
        }
        return tokens;
    }

private:
    struct extent {
        token_kind kind;
        std::size_t end;
    };

    char peek(std::size_t at) const { return at < source_.size() ? source_[at] : '\0'; }

    extent one(std::size_t at, bool line_is_blank) const {
        const char c = source_[at];
        if (is_blank(c)) return {token_kind::space, blanks(at)};
        if (c == '/' && (peek(at + 1) == '/' || peek(at + 1) == '*')) return {token_kind::space, comment(at)};
        if (c == '#' && line_is_blank) return {token_kind::preprocessor, directive(at)};
        if (c == '"' || c == '\'') return {token_kind::literal, quoted(at)};
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) return {token_kind::literal, number(at)};
        if (begins_identifier(c)) return identifier_or_prefixed_literal(at);
        return {token_kind::punctuation, at + 1};
    }

    std::size_t blanks(std::size_t at) const {
        while (at < source_.size() && is_blank(source_[at])) ++at;
        return at;
    }

    std::size_t comment(std::size_t at) const {
        if (source_[at + 1] == '/') return std::min(source_.find('\n', at), source_.size());
        const std::size_t end = source_.find("*/", at + 2);
        return end == std::string_view::npos ? source_.size() : end + 2;
    }

    std::size_t directive(std::size_t at) const {
        while (at < source_.size() && source_[at] != '\n') {
            if (source_[at] == '/' && peek(at + 1) == '*') {
                at = comment(at);
            } else if (source_[at] == '\\' && peek(at + 1) == '\n') {
                at += 2;
            } else {
                ++at;
            }
        }
        return at;
    }

    std::size_t quoted(std::size_t at) const {
        const char quote = source_[at++];
        while (at < source_.size() && source_[at] != quote && source_[at] != '\n') at += source_[at] == '\\' ? 2 : 1;
        return std::min(at + 1, source_.size());
    }

    std::size_t raw_string(std::size_t quote) const {
        const std::size_t open = source_.find('(', quote);
        if (open == std::string_view::npos) return source_.size();
        std::string closing(1, ')');
        closing += source_.substr(quote + 1, open - quote - 1);
        closing += '"';
        const std::size_t end = source_.find(closing, open);
        return end == std::string_view::npos ? source_.size() : end + closing.size();
    }

    std::size_t number(std::size_t at) const {
        const auto continues = [&](std::size_t i) {
            const char c = peek(i);
            if (c == '\'') return continues_identifier(peek(i + 1));  // 1'000
            if (c == '+' || c == '-') return std::string_view("eEpP").find(source_[i - 1]) != std::string_view::npos;
            return c == '.' || continues_identifier(c);
        };
        ++at;
        while (at < source_.size() && continues(at)) ++at;
        return at;
    }

    extent identifier_or_prefixed_literal(std::size_t at) const {
        const std::size_t begin = at;
        while (at < source_.size() && continues_identifier(source_[at])) ++at;
        const std::string_view word = source_.substr(begin, at - begin);
        const char next = peek(at);
        if (next == '"' && (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R"))
            return {token_kind::literal, raw_string(at)};
        if ((next == '"' || next == '\'') && (word == "L" || word == "u" || word == "U" || word == "u8"))
            return {token_kind::literal, quoted(at)};
        return {token_kind::identifier, at};
    }

    std::string_view source_;
};

}  // namespace

std::vector<token> lex(std::string_view source) { return reader(source).all(); }

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
