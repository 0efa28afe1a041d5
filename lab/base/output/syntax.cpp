#include <lab/base/output/syntax.hpp>

#include <algorithm>
#include <cctype>

namespace strider::lab {
namespace {

constexpr std::string_view reset = "\033[0m", keyword = "\033[34m", number_colour = "\033[36m", text = "\033[33m",
                           comment = "\033[2m";

/// In the order of the alphabet.
constexpr std::string_view keywords[] = {
    "auto",    "bool",  "break",    "case",    "char",      "class",         "const",    "constexpr", "continue",
    "default", "do",    "double",   "else",    "enum",      "false",         "float",    "for",       "if",
    "inline",  "int",   "long",     "mutable", "namespace", "nullptr",       "operator", "private",   "public",
    "return",  "short", "signed",   "sizeof",  "static",    "static_assert", "struct",   "switch",    "template",
    "this",    "true",  "typename", "union",   "unsigned",  "using",         "void",     "volatile",  "while"};
static_assert(std::ranges::is_sorted(keywords));

bool is_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) || letter == '_'; }

/// Where the word, number, string or comment at the front ends; anything else is one character.
std::size_t end_of(std::string_view line) {
    if (line.starts_with("//")) return line.size();
    if (line.front() == '"' || line.front() == '\'') {
        std::size_t place = 1;
        while (place < line.size() && line[place] != line.front()) place += line[place] == '\\' ? 2 : 1;
        return std::min(place + 1, line.size());
    }
    const auto end = std::ranges::find_if_not(line, [&](char letter) {
        return is_word(letter) || (letter == '\'' && std::isdigit(static_cast<unsigned char>(line.front())));
    });
    return std::max<std::size_t>(1, static_cast<std::size_t>(end - line.begin()));
}

std::string_view colour_of(std::string_view token, std::string_view plain) {
    if (token.starts_with("//")) return comment;
    if (token.front() == '"' || token.front() == '\'') return text;
    if (std::isdigit(static_cast<unsigned char>(token.front()))) return number_colour;
    // __global__, __syncthreads
    if (token.starts_with("__") || std::ranges::binary_search(keywords, token)) return keyword;
    return plain;
}

}  // namespace

std::string with_syntax(std::string_view line, std::string_view plain) {
    std::string out;
    std::string_view now;
    while (!line.empty()) {
        const std::string_view token = line.substr(0, end_of(line));
        const std::string_view colour = token == " " ? now : colour_of(token, plain);
        if (colour != now) {
            if (!now.empty()) out += reset;
            out += colour;
            now = colour;
        }
        out += token;
        line.remove_prefix(token.size());
    }
    if (!now.empty()) out += reset;
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
