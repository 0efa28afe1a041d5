// Static shared arrays and their offsets in the memory that holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "module.hpp"

namespace strider::emulation {

/// The extent of an array in that memory; empty if there is no array.
struct array_extent {
    std::uint32_t begin = 0, end = 0;
    bool holds(std::size_t offset, std::size_t bytes) const { return offset >= begin && offset + bytes <= end; }
};

struct array_table {
    std::vector<module_symbol> arrays;  ///< sorted; `begin` is an offset in the memory
    std::vector<array_extent> extents;  ///< by four bytes of the memory: the array that they belong to
    std::size_t bytes = 0;              ///< size of the memory
    std::size_t alignment = 1;
};

/// The arrays of a translated program, at the beginning of a block's memory. Arrays of one function have ptxas's order
/// and alignment, with red zones between them, so that a bad index of one array does not hit another.
const array_table& block_arrays();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
