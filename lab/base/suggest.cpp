#include <lab/base/suggest.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace strider::lab {
namespace {

std::string lower_case(std::string_view text) {
    std::string out(text);
    for (char& letter : out) {
        if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    }
    return out;
}

/// How many letters have to be put in, left out, replaced or swapped with their neighbours to make `b` of `a` (the
/// optimal string alignment distance).
std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t columns = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * columns);
    const auto cost = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * columns + j]; };
    for (std::size_t i = 0; i <= a.size(); ++i) {
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                cost(i, j) = i + j;
                continue;
            }
            cost(i, j) =
                std::min({cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i - 1] != b[j - 1])});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) cost(i, j) = std::min(cost(i, j), cost(i - 2, j - 2) + 1);
        }
    }
    return cost(a.size(), b.size());
}

/// The words of "race-shared", in the order of the alphabet.
std::vector<std::string> sorted_words(const std::string& text) {
    std::vector<std::string> words{""};
    for (const char letter : text) {
        if (letter == '-' || letter == '_' || letter == ' ')
            words.emplace_back();
        else
            words.back() += letter;
    }
    std::ranges::sort(words);
    return words;
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
    constexpr std::size_t longest = 64, shortest_start = 2;
    if (word.empty() || word.size() > longest) return {};
    const std::string lowered = lower_case(word);
    std::string_view nearest;
    std::size_t least = lowered.size() <= shortest_start ? 1 : std::max<std::size_t>(1, lowered.size() / 3) + 1;
    for (const std::string_view name : known) {
        const std::string candidate = lower_case(name);
        const bool has_same_words = sorted_words(candidate) == sorted_words(lowered);
        if (has_same_words || (lowered.size() >= shortest_start && candidate.starts_with(lowered))) {
            nearest = name;
            break;
        }
        const std::size_t wrong = edit_distance(lowered, candidate);
        if (wrong < std::min(least, candidate.size())) {  // nothing of a word of one letter would be left
            least = wrong;
            nearest = name;
        }
    }
    return nearest.empty() ? std::string() : fmt::format("; did you mean \"{}\"?", nearest);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
