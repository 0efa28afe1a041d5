// The table of the library's calls that strider._library makes on a backend: the host's cores, one thread of it, or a
// GPU. Types and operators are named at run time; arrays are in the host's memory, or on a GPU in the GPU's, where
// calls go to the caller's stream and wait only for what they return. Types are few, so that an algorithm is compiled
// for few: what strider/arrays widens others to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <ladders/harness/types.hpp>

namespace strider {
struct convolve_options;
struct outside;
}  // namespace strider

namespace strider::python {

using ladders::element_type, ladders::operation;

/// The type of bin edges for samples of type T: integers for integers.
template <class T>
using edge_of = std::conditional_t<std::is_floating_point_v<T>, T,
                                   std::conditional_t<std::is_same_v<T, std::uint64_t>, std::uint64_t, std::int64_t>>;

/// `count` bins for samples of a type T.
struct bins_in_memory {
    std::uint64_t count;
    const void* range;  ///< the ends of even bins, two of edge_of<T>
    const void* edges;  ///< count + 1 of edge_of<T>; null where bins are even
};

/// Rows of elements, or of weights.
template <class T>
struct rows_in_memory {
    T* data;
    std::uint64_t rows, columns;
};

/// Elements of a type that a call names.
template <class T>
struct items_in_memory {
    T* data;
    std::uint64_t count;
};

/// When a call checks its indices: before it writes anything, while it writes, or never, since they are known.
enum class index_check { before, meanwhile, never };

using items = items_in_memory<const void>;
using rows = rows_in_memory<const void>;
using indices = std::span<const std::int64_t>;

/// `stream` orders a call on a GPU. Results of reductions, dot products and scans have the type of the values: i64, f32
/// or f64.
struct calls {
    /// `*result` = reduce of all values.
    void (*reduce)(void* stream, element_type, operation, const items& values, void* result);
    /// results[i] = reduce of values[offsets[i]] to values[offsets[i + 1] - 1]. Throws std::invalid_argument, before it
    /// writes anything, unless offsets ascend within the values.
    void (*reduce_segments)(void* stream, element_type, operation, const items& values, indices offsets, void* results);
    /// results[r] = reduce of row r.
    void (*reduce_rows)(void* stream, element_type, operation, const rows& matrix, void* results);
    /// results[c] = reduce of column c, from the first row to the last.
    void (*reduce_columns)(void* stream, element_type, operation, const rows& matrix, void* results);
    /// Where the least element is, or the greatest: the first one, or the first NaN. At least one element.
    std::uint64_t (*extreme)(void* stream, element_type, operation, const items& values);
    /// `*result` = the sum of first[i] * second[i].
    void (*dot)(void* stream, element_type, const items& first, const void* second, void* result);
    /// For f32, only sums and products. Exclusive only where results are rounded: floating-point sums and products.
    void (*scan)(void* stream, element_type, operation, bool exclusive, const items& values, void* results);

    /// Writes i to the front of `places`, which has room for all, for every marks[i] that is not 0, in their order, and
    /// gives their number.
    std::uint64_t (*places_of)(void* stream, std::span<const std::uint8_t> marks, std::span<std::int64_t> places);
    /// Items have 1, 2, 4 or 8 bytes: results[i] = values[at[i]]. Throws std::out_of_range where a check finds that
    /// there is no such item.
    void (*gather)(void* stream, std::size_t item_bytes, const items& values, indices at, void* results, index_check);
    /// The same items: results[at[i]] = values[i]. Throws as gather does, before it writes anything.
    void (*scatter)(void* stream, std::size_t item_bytes, const void* values, indices at,
                    const items_in_memory<void>& results);
    /// The same of i64, f32 and f64, but results[at[i]] += values[i], in the canonical order.
    void (*scatter_add)(void* stream, element_type, const void* values, indices at,
                        const items_in_memory<void>& results);
    /// For i32, i64, u64, f32 and f64: the keys ascend, and equal ones keep their order. With `places`, one for each
    /// key, these move along.
    void (*sort)(void* stream, element_type, const items_in_memory<void>& keys, std::int64_t* places);
    /// For the same keys: the greatest ones of each row in descending order, and their places in the row; of equal keys
    /// the first. Every row gives as many, at least one.
    void (*top_k)(void* stream, element_type, const rows& keys, void* greatest, std::span<std::int64_t> places);
    /// Items have 1, 2, 3, 4, 6, 8, 12 or 16 bytes.
    void (*transpose)(void* stream, std::size_t item_bytes, const rows& matrix, void* result);

    /// For samples of any type (on a GPU those that kernels count): the count of each bin, and the number of samples in
    /// no bin.
    void (*histogram)(void* stream, element_type, const items& samples, const bins_in_memory& bins,
                      std::uint64_t* counts, outside& others);
    /// For u8, u16, f32 and f64.
    void (*convolve)(void* stream, element_type, const rows& image, const rows_in_memory<const double>& mask,
                     void* result, const convolve_options& options);
};

/// Exported by the modules strider_cpu_calls, strider_gpu_calls and strider_emulator_calls: the calls on "cpu" and
/// "serial", on the GPU of that number, or on the emulator, which has reductions, segments and scans alone. Throws
/// std::invalid_argument where another GPU is the current one.
using calls_at_function = const calls*(const char* backend, int gpu);
inline constexpr const char* calls_at_symbol = "strider_calls_at";

}  // namespace strider::python
// SPDX-License-Identifier: Apache-2.0
