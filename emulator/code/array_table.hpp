// Static shared arrays, by where they lie in the memory that holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "module.hpp"

namespace strider::emulation {

/// Where an array begins and ends, in that memory; empty: nowhere.
struct array_extent {
    std::uint32_t begin = 0, end = 0;
    bool holds(std::size_t offset, std::size_t bytes) const { return offset >= begin && offset + bytes <= end; }
};

struct array_table {
    std::vector<module_symbol> arrays;  ///< sorted; they begin at offsets in the memory
    std::vector<array_extent> extents;  ///< of the array that every four bytes belong to
    std::size_t bytes = 0;              ///< of the memory
    std::size_t alignment = 1;
};

/// The arrays of a translated program at the beginning of a block's memory. Those of a function stand in ptxas's order
/// and alignment, with red zones between them: an index that misses its array hits no other one.
const array_table& block_arrays();

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
