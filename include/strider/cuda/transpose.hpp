// Transpose on a GPU, and in the emulator: a block takes one tile, whose rows are whole lines both ways, and has all of
// it under way before it waits.
//
// Narrow matrices that are not small go by transpose/strips.hpp, or flat_tiles.hpp. Others go by
// transpose/vector_tiles.hpp if all rows begin at a multiple of 16 bytes. Otherwise items of 1 to 8 bytes go by
// transpose/odd_tiles.hpp, and items that are no numbers by transpose/item_tiles.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/cuda/policy.hpp>
#include <strider/cuda/transpose/flat_tiles.hpp>
#include <strider/cuda/transpose/item_tiles.hpp>
#include <strider/cuda/transpose/odd_tiles.hpp>
#include <strider/cuda/transpose/strips.hpp>
#include <strider/cuda/transpose/vector_tiles.hpp>
#include <strider/pattern/transposition.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// Whether more than three quarters of vector_tiles' squares are full, where a side is this long.
template <class Item>
constexpr bool fills_tiles(std::uint64_t narrow) {
    constexpr std::uint64_t side = vector_tile<Item>::side;
    return narrow * 4 > (narrow + side - 1) / side * side * 3;
}

/// Whether strips are faster than tiles that are as empty.
template <class Item>
constexpr bool is_narrow(std::uint64_t narrow) {
    if constexpr (staged_item<Item>::packed) return narrow <= (sizeof(Item) == 1 ? 72 : 112);
    if constexpr (has_units<Item>) return narrow <= (sizeof(Item) == 4 ? 96 : 64);
    return narrow < 2 * vector_tile<Item>::side && !fills_tiles<Item>(narrow);
}

/// Whether a matrix is so small that its time is a block's, not the memory's: tiles' blocks do less than strips' then,
/// however empty.
template <class Item>
bool is_small(const transposition<Item>& task, bool in_vectors) {
    const std::uint64_t narrow = std::min(task.rows, task.columns), length = std::max(task.rows, task.columns);
    const bool few_steps = in_vectors || task.rows > task.columns || (sizeof(Item) >= 4 && narrow >= 32);
    return staged_item<Item>::number && narrow >= 8 && few_steps &&
           length * task.count * sizeof(Item) <= std::uint64_t{32} << 10;
}

/// A type that is moved as it is: words as wide as its alignment allows.
template <std::size_t Bytes, std::size_t Alignment>
struct opaque_item {
    typename detail::word_of<Alignment>::type word[Bytes / Alignment];
};

/// Calls `entry` with an item of T's size: an unsigned integer, or uint4, where there is one and `addresses` (or-ed
/// together) are multiples of its size; so that types share kernels.
template <class T, class Entry>
void with_item_of(std::uintptr_t addresses, Entry&& entry) {
    constexpr std::size_t size = sizeof(T);
    using whole = std::conditional_t<
        size == 16, uint4,
        std::conditional_t<
            size == 8, std::uint64_t,
            std::conditional_t<size == 4, std::uint32_t, std::conditional_t<size == 2, std::uint16_t, std::uint8_t>>>>;
    if constexpr (sizeof(whole) == size) {
        if (addresses % size == 0) return entry(whole{});
    }
    if constexpr (alignof(T) < size) entry(opaque_item<size, alignof(T)>{});
}

}  // namespace transpose_kernels

/// Stream-ordered.
template <class T>
void transpose_matrices(const device_policy& policy, const transposition<T>& task) {
    using namespace transpose_kernels;
    const auto addresses = reinterpret_cast<std::uintptr_t>(task.input) | reinterpret_cast<std::uintptr_t>(task.output);
    std::uintptr_t all_rows = addresses | task.input_stride * sizeof(T) | task.output_stride * sizeof(T);
    if (task.count > 1) all_rows |= task.input_distance * sizeof(T) | task.output_distance * sizeof(T);
    with_item_of<T>(addresses, [&]<class Item>(Item) {
        const transposition<Item> items{reinterpret_cast<const Item*>(task.input),
                                        task.rows,
                                        task.columns,
                                        task.input_stride,
                                        task.input_distance,
                                        reinterpret_cast<Item*>(task.output),
                                        task.output_stride,
                                        task.output_distance,
                                        task.count};
        const std::uint64_t narrow = std::min(task.rows, task.columns);
        const bool in_vectors = staged_item<Item>::number && all_rows % 16 == 0;
        const bool by_tiles = is_small(items, in_vectors) || (in_vectors && fills_tiles<Item>(narrow) &&
                                                              (staged_item<Item>::packed || !is_narrow<Item>(narrow)));
        if constexpr (has_units<Item> && sizeof(Item) <= 4) {
            if (!by_tiles && is_flat(items)) return launch_flat(policy, items);
        }
        if (!by_tiles && is_narrow<Item>(narrow)) return launch_strips(policy, items);
        if constexpr (staged_item<Item>::number) {
            using shape = vector_tile<Item>;
            if (in_vectors) {
                return launch_tiles(policy, items, {shape::side, shape::side, task.rows}, shape::threads, 0,
                                    vector_tiles<Item>);
            }
        }
        if constexpr (has_units<Item>) {
            launch_odd(policy, items);
        } else if constexpr (!std::is_same_v<Item, uint4>) {  // whose rows all are aligned
            launch_items(policy, items);
        }
    });
}

/// Stream-ordered.
template <class T>
void exchange_across_diagonal(const device_policy& policy, T* matrix, std::uint64_t rows, std::uint64_t stride) {
    using namespace transpose_kernels;
    const std::uint64_t tiles = (rows + 31) / 32;
    if (tiles > 65'535) {
        throw std::invalid_argument("transpose_in_place: " + std::to_string(rows) +
                                    " rows are more than the 2,097,120 of one launch: transpose to another place");
    }
    const auto side = static_cast<unsigned>(tiles);
    with_item_of<T>(reinterpret_cast<std::uintptr_t>(matrix), [&]<class Item>(Item) {
        launch(exchange_tiles<Item>, {dim3(side, side), dim3(256), 0, detail::stream_of(policy)},
               reinterpret_cast<Item*>(matrix), rows, stride);
    });
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
