// Transpose on a GPU, and in the executor: a block takes one tile, whose rows are whole lines both ways, and has all of
// it under way before it waits. Narrow matrices go by transpose/strips.hpp; where all rows begin at a multiple of 16
// bytes, others by transpose/vector_tiles.hpp; elsewhere items of 1 and 2 bytes by transpose/odd_tiles.hpp, and other
// ones by transpose/item_tiles.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/transposition.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/transpose/item_tiles.hpp>
#include <strider/cuda/transpose/odd_tiles.hpp>
#include <strider/cuda/transpose/strips.hpp>
#include <strider/cuda/transpose/vector_tiles.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// Whether strips are faster than squares, of which a quarter or more would be empty, or whose items share words.
template <class Item>
constexpr bool is_narrow(std::uint64_t narrow) {
    constexpr std::uint64_t side = vector_tile<Item>::side;
    if (staged_item<Item>::packed) return narrow <= side;
    return narrow < 2 * side && narrow * 4 <= (narrow + side - 1) / side * side * 3;
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
        using shape = vector_tile<Item>;
        if (is_narrow<Item>(std::min(task.rows, task.columns))) {
            return launch_strips(policy, items);
        }
        if constexpr (staged_item<Item>::number) {
            if (all_rows % 16 == 0) {
                return launch_tiles(policy, items, {shape::side, shape::side, task.rows}, shape::threads, 0,
                                    vector_tiles<Item>);
            }
        }
        if constexpr (staged_item<Item>::packed) {
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
