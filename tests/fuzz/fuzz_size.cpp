// Any bytes as a size or a selection of rungs; what is shown for a size can be read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lab/base/errors.hpp>
#include <lab/base/sizes.hpp>

#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strider;
    using fuzz::require;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const std::uint64_t value = lab::parse_size(text);
        std::string shown = lab::format_size(value);
        shown.erase(std::remove(shown.begin(), shown.end(), ','), shown.end());
        require(lab::parse_size(shown) == value, "a size as shown is the same size");
    } catch (const lab::usage_error&) {
    }
    try {
        for (const lab::number_range range : lab::parse_rungs(text)) {
            require(0 <= range.first && range.first <= range.last, "a range has a first and a last rung");
        }
    } catch (const lab::usage_error&) {
    }
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
