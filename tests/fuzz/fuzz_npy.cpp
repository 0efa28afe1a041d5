// Any bytes as a .npy header: either refused as usage_error, or a header whose sizes are consistent.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <lab/base/errors.hpp>
#include <lab/base/npy.hpp>

#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strider;
    using fuzz::require;
    try {
        const lab::npy_layout found = lab::parse_npy({reinterpret_cast<const char*>(data), size});
        require(found.offset <= size, "the elements start behind the header, inside of what was read");
        std::uint64_t product = 1;
        for (const std::uint64_t extent : found.shape) product *= extent;  // wraps only where an extent is zero
        require(product == found.elements, "the number of elements is the product of the shape");
    } catch (const lab::usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    }
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
