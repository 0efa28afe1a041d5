// Any bytes as text: the same numbers, or the same refusal, in whatever pieces they come.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>

#include "require.hpp"

namespace {

struct outcome {
    std::vector<std::uint64_t> words;
    strider::ladders::element_type type{};
    std::string refusal;
    bool operator==(const outcome&) const = default;
};

/// The pieces' lengths follow from `seed`, so that a crash can be repeated; 0 is all in one piece.
outcome parse(std::string_view text, unsigned seed) {
    outcome found;
    strider::lab::text_parser parser;
    try {
        while (!text.empty()) {
            seed = seed * 1664525 + 1013904223 * (seed != 0);
            const std::size_t length =
                seed == 0 ? text.size() : std::min<std::size_t>(text.size(), 1 + (seed >> 24) % 9);
            parser.feed(text.substr(0, length));
            text.remove_prefix(length);
        }
        parser.finish();
        strider::lab::text_numbers numbers = parser.take();
        found.words = std::move(numbers.words);
        found.type = numbers.type();
    } catch (const strider::lab::usage_error& refused) {
        found.refusal = refused.what();
    }
    return found;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using strider::fuzz::require;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const outcome whole = parse(text, 0);
    require(whole.refusal.find('\n') == std::string::npos, "a refusal is one line");
    require(whole.words.size() <= size / 2 + 1, "a number needs a digit and a separator");
    require(parse(text, 1 + static_cast<unsigned>(size)) == whole, "the pieces do not matter");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
