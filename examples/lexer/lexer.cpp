// The tokens of a program text, one a line: lexer FILE prints "kind text".
//
// A finite automaton reads one letter after the other, since its state depends on all before. But a letter is a
// function from states to states, and functions can be composed in any grouping: an inclusive scan by composition
// gives, for every letter, the function of the whole text up to it, and so the state there. (W. D. Hillis and G. L.
// Steele, Data Parallel Algorithms, 1986.) A function of 16 states is 16 times 4 bits: one 64-bit word.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <strider/scan.hpp>
#include <vector>

enum state : unsigned { blank, name, number, symbol, slash, comment, string, escape, string_end, states };
const char* const kinds[] = {"blank",   "name",       "number",     "symbol", "symbol",
                             "comment", "unfinished", "unfinished", "string"};

/// The state after `letter`, read in state `from`.
state next(state from, char letter) {
    if (from == comment || (from == slash && letter == '/')) return letter == '\n' ? blank : comment;
    if (from == escape) return string;
    if (from == string) return letter == '\\' ? escape : letter == '"' ? string_end : string;
    const unsigned char c = static_cast<unsigned char>(letter);
    if (from == name && (std::isalnum(c) || c == '_')) return name;
    if (from == number && (std::isalnum(c) || c == '.')) return number;
    if (std::isspace(c)) return blank;
    if (std::isalpha(c) || c == '_') return name;
    if (std::isdigit(c)) return number;
    return c == '"' ? string : c == '/' ? slash : symbol;
}

/// Whether a letter that leads from one state to the other goes on with the same token.
bool continues(state from, state to) {
    switch (from) {
        case name:
            return to == name;
        case number:
            return to == number;
        case slash:
        case comment:
            return to == comment;
        case string:
        case escape:
            return true;
        default:
            return false;
    }
}

/// A function from states to states: four bits a state.
using function = std::uint64_t;

state apply(function f, state from) { return static_cast<state>(f >> (4 * from) & 15); }

function function_of(char letter) {
    function f = 0;
    for (unsigned from = 0; from < states; ++from) f |= function{next(static_cast<state>(from), letter)} << (4 * from);
    return f;
}

struct then {
    function operator()(function first, function second) const {
        function both = 0;
        for (unsigned from = 0; from < states; ++from) {
            both |= function{apply(second, apply(first, static_cast<state>(from)))} << (4 * from);
        }
        return both;
    }
};

int main(int count, char** arguments) {
    if (count != 2) return std::fprintf(stderr, "usage: lexer FILE\n"), 2;
    std::ifstream file(arguments[1], std::ios::binary);
    if (!file) return std::fprintf(stderr, "lexer: %s cannot be read\n", arguments[1]), 2;
    const std::vector<char> text(std::istreambuf_iterator<char>(file), {});

    function of_letter[256];
    for (int letter = 0; letter < 256; ++letter) of_letter[letter] = function_of(static_cast<char>(letter));
    std::vector<function> up_to(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) up_to[i] = of_letter[static_cast<unsigned char>(text[i])];
    strider::inclusive_scan(strider::cpu{}, up_to, up_to, then{});

    const auto state_at = [&](std::size_t i) { return apply(up_to[i], blank); };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const state now = state_at(i);
        if (now == blank) continue;
        if (i == 0 || !continues(state_at(i - 1), now)) begin = i;
        if (i + 1 < text.size() && continues(now, state_at(i + 1))) continue;
        std::printf("%s %.*s\n", kinds[now], static_cast<int>(i + 1 - begin), &text[begin]);
    }
}
// SPDX-License-Identifier: Apache-2.0
