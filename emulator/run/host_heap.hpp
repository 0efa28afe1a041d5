// Blocks of the heap of checked host code. Each ends in a mark, which holds its exact size: the C library rounds sizes,
// and a table of all blocks would slow down each malloc().
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace strider::emulation {

struct heap_block {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    bool by_new = false;  ///< else by malloc() or its kin
};

/// The first block with an end at or behind `begin`: the range lies in it, leaves it, or runs into it. Nothing where no
/// mark stands in the range or closely behind, as in memory of libraries.
std::optional<heap_block> heap_block_at(std::uintptr_t begin, std::size_t bytes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
