// Cuts CUDA C++ source into tokens, just finely enough to find launches and declarations and to leave strings,
// comments and preprocessor lines alone.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace strider::kernel_check {

enum class token_kind {
    space,         // blanks and comments
    preprocessor,  // a whole directive, with its continued lines
    literal,       // numbers, characters, strings
    identifier,
    punctuation,  // one character each: `<<<` is three tokens
};

struct token {
    token_kind kind;
    std::string_view text;
    int line;  // of its first character, from 1
};

/// The tokens of `source`, which must outlive them. Their texts joined are `source` again, whatever it holds.
std::vector<token> lex(std::string_view source);

template <std::size_t Size>
bool is_one_of(std::string_view text, const std::array<std::string_view, Size>& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
