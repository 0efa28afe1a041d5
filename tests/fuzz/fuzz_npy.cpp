// Any bytes as a .npy header: either refused as usage_error, or a header whose sizes are consistent.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <data/readers/npy.hpp>
#include <lab/base/errors.hpp>

#include "require.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace strider;
    using fuzz::require;
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    try {
        const lab::npy_header header = lab::parse_npy_header(bytes);
        require(header.offset <= size, "the elements start behind the header, inside of what was read");
        require(header.offset == lab::npy_header_bytes(bytes.substr(0, lab::npy_prefix_bytes)),
                "both agree on the offset");
        require(header.stored_bytes >= 1 && header.stored_bytes <= 8, "an element has 1 to 8 bytes");
        std::uint64_t product = 1, end = 0;
        for (const std::uint64_t extent : header.shape) product *= extent;  // wraps only where an extent is zero
        require(product == header.elements, "the number of elements is the product of the shape");
        require(!__builtin_mul_overflow(header.elements, std::uint64_t{header.stored_bytes}, &end) &&
                    !__builtin_add_overflow(end, header.offset, &end),
                "the last byte's offset fits 64 bits");
    } catch (const lab::usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    }
    try {  // the same array, of elements of any type
        const lab::npy_array array = lab::parse_npy_array(bytes);
        std::uint64_t end = 0;
        require(array.stored_bytes >= 1, "an element has a byte");
        require(!__builtin_mul_overflow(array.elements, std::uint64_t{array.stored_bytes}, &end) &&
                    !__builtin_add_overflow(end, array.offset, &end),
                "the last byte's offset fits 64 bits");
    } catch (const lab::usage_error& refused) {
        require(std::string_view(refused.what()).find('\n') == std::string_view::npos, "a refusal is one line");
    }
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
