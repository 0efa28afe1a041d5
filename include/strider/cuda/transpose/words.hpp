// Rows of items at any alignment, read and written in aligned words: items of 4 bytes and more one by one, smaller ones
// several at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/transpose/tiles.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// Threads of a block that goes through staged words.
inline constexpr unsigned staging_threads = 256;

/// Items as they are staged in shared memory.
template <class Item>
struct staged_item {
    static constexpr bool number = std::is_unsigned_v<Item> || std::is_same_v<Item, uint4>;
    static constexpr bool packed = number && sizeof(Item) < 4;  // several in a word
    using word = std::conditional_t<packed, std::uint32_t, Item>;
    static constexpr unsigned items = packed ? 4 / sizeof(Item) : 1;    // of a word
    static constexpr unsigned sector = number ? 32 / sizeof(Item) : 1;  // in items
    static constexpr unsigned piece = number ? 16 / sizeof(Item) : 1;   // items that are read at once
    static constexpr unsigned line = 32 * items;                        // that a warp writes at once
};

/// Pieces of `size` items that hold `count` neighbouring items, wherever in a piece the first one is.
STRIDER_HOST_DEVICE constexpr unsigned pieces_around(unsigned count, unsigned size) {
    return (count + 2 * size - 2) / size;
}

/// How many items before data[index], which need not be there, the last multiple of `alignment` items is in memory: a
/// power of two.
template <class Item>
__device__ __forceinline__ unsigned items_behind(unsigned alignment, const Item* data, std::uint64_t index) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(data) / sizeof(Item) + index) & (alignment - 1);
}

/// number / divisor, of what a tile holds, by the reciprocal of what it is divided by: times 2^31, rounded up.
__device__ __forceinline__ unsigned divided(unsigned number, unsigned reciprocal) {
    return static_cast<unsigned>(std::uint64_t{number} * reciprocal >> 31);
}
constexpr unsigned reciprocal_of(unsigned divisor) {
    return static_cast<unsigned>(((std::uint64_t{1} << 31) + divisor - 1) / divisor);
}

/// Stages `Count` items, which are aligned in memory as one piece.
template <unsigned Count, class Item>
__device__ __forceinline__ void stage(void* to, const Item* from) {
    if constexpr (staged_item<Item>::number) {
        using word = typename detail::word_of<Count * sizeof(Item)>::type;
        copy_async(static_cast<word*>(to), reinterpret_cast<const word*>(from));
    } else {
        static_assert(Count == 1);
        *static_cast<Item*>(to) = *from;
    }
}

/// The same of row[first ...]; items beside row[0 ... length) are left out.
template <unsigned Count, class Item>
__device__ __forceinline__ void stage_checked(void* to, const Item* row, std::uint64_t first, std::uint64_t length) {
    if (first < length && first + Count <= length) {
        stage<Count>(to, row + first);
    } else if constexpr (Count > 1) {
#pragma unroll 1
        for (unsigned v = 0; v < Count; ++v) {
            if (first + v < length) static_cast<Item*>(to)[v] = row[first + v];
        }
    }
}

/// Writes an aligned word of the items `item(0)`, `item(1)` ...
template <class Item, class Gather>
__device__ __forceinline__ void write_word(Item* to, Gather item) {
    using staged = staged_item<Item>;
    if constexpr (staged::packed) {
        std::uint32_t word = 0;
#pragma unroll
        for (unsigned v = 0; v < staged::items; ++v) word |= std::uint32_t{item(v)} << (8 * sizeof(Item) * v);
        *reinterpret_cast<std::uint32_t*>(to) = word;
    } else {
        *to = item(0);
    }
}

/// The same of row[first]; items beside row[0 ... length) are left out, and not asked for.
template <class Item, class Gather>
__device__ __forceinline__ void write_checked(Item* row, std::uint64_t first, std::uint64_t length, Gather item) {
    using staged = staged_item<Item>;
    if (first < length && first + staged::items <= length) {
        write_word(row + first, item);
    } else if constexpr (staged::packed) {
#pragma unroll
        for (unsigned v = 0; v < staged::items; ++v) {
            if (first + v < length) row[first + v] = item(v);
        }
    }
}

/// The staged item at a byte.
template <class Item>
__device__ __forceinline__ Item staged_at(const void* staged, unsigned byte) {
    return *reinterpret_cast<const Item*>(static_cast<const unsigned char*>(staged) + byte);
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
