// A tensor in global memory, and the box of it that one instruction copies: the contents of a CUtensorMap.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/emulator/reduction.hpp>

namespace strider::emulation {

constexpr unsigned most_tensor_dimensions = 5;

struct tensor_map {
    static constexpr std::uint64_t encoded = 0x7465'6E73'6F72'6D61;

    std::uint64_t mark = 0;  ///< `encoded`, or the map was not encoded
    std::uint64_t begin = 0;
    std::uint64_t stride[most_tensor_dimensions] = {};  ///< in bytes, of each dimension
    std::uint64_t extent[most_tensor_dimensions] = {};  ///< in elements
    std::uint16_t size[most_tensor_dimensions] = {};    ///< of the box, in elements
    std::uint8_t step[most_tensor_dimensions] = {};     ///< between elements of the box
    std::uint8_t rank = 0;
    element_type type = element_type::u8;
    std::uint8_t swizzle = 0;  ///< 0, 32, 64 or 128: the bytes in which pieces of 16 bytes change places

    std::uint64_t element_bytes() const { return stride[0]; }
};
static_assert(sizeof(tensor_map) <= 128, "as large as a CUtensorMap");

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
