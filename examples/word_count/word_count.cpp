// Lines, words and bytes of a text file, as wc counts them: word_count FILE.
//
// Lines are a sum, but a word may lie across the cut between two pieces of the text. So a piece says three things: its
// lines, the words that begin in it, and whether its ends are in a word. Two pieces that meet inside a word have
// counted one too many. Putting pieces together is associative and does not commute.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <strider/reduce.hpp>
#include <vector>

struct piece {
    std::uint64_t lines, words;
    bool begins_in_word, ends_in_word;
    bool empty;
};

struct put_together {
    piece operator()(const piece& a, const piece& b) const {
        if (a.empty) return b;
        if (b.empty) return a;
        const bool one_word = a.ends_in_word && b.begins_in_word;
        return {a.lines + b.lines, a.words + b.words - one_word, a.begins_in_word, b.ends_in_word, false};
    }
};

piece piece_of(char letter) {
    const bool in_word = !std::isspace(static_cast<unsigned char>(letter));
    return {letter == '\n', in_word, in_word, in_word, false};
}

int main(int count, char** arguments) {
    if (count != 2) return std::fprintf(stderr, "usage: word_count FILE\n"), 2;
    std::ifstream file(arguments[1], std::ios::binary);
    if (!file) return std::fprintf(stderr, "word_count: %s cannot be read\n", arguments[1]), 2;
    const std::vector<char> text(std::istreambuf_iterator<char>(file), {});

    const piece nothing{0, 0, false, false, true};
    const piece all = strider::transform_reduce(
        strider::cpu{}, text, [](char letter) { return piece_of(letter); }, put_together{}, nothing);
    std::printf("%llu %llu %zu\n", static_cast<unsigned long long>(all.lines),
                static_cast<unsigned long long>(all.words), text.size());
}
// SPDX-License-Identifier: Apache-2.0
