// Exports of the modules of `strider bench --device cpu`: calls of the library, and baselines that do the same.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// Enough for a segment, all bins and the top.
inline constexpr std::uint64_t bench_least = 1024;
inline constexpr std::uint64_t bench_segment = 64, bench_bins = 256, bench_top = 100;
inline constexpr std::uint64_t bench_lengths[] = {8, 64, 1024};  ///< of the segments of segmented_reduce

/// The memory that all calls of one type and size share.
struct bench_memory {
    std::string_view type;
    std::uint64_t elements;
    const void* input;              ///< whole numbers from -3 to 3: parts of sums of squares are exact in f32
    const void* second;             ///< the same
    const void* keys;               ///< runs of 2 to 16 equal elements
    const void* wide;               ///< whole numbers over the type's range, or below 2^24
    void* output;                   ///< as many elements
    void* scratch;                  ///< the same, not compared
    const std::uint32_t* shuffled;  ///< every place once
    const std::uint64_t* offsets;   ///< where segments begin, `bench_segment` elements each
    std::uint32_t* counts;          ///< as many
};

/// One way to make a call. Ways of the same call write the same to the output and the counts.
struct bench_way {
    std::string call;
    std::string name;
    std::function<void()> run;
};

inline constexpr std::string_view bench_types[] = {"i8", "i32", "f32", "f64"};

/// The same memory by its type.
template <class T>
struct bench_operands {
    explicit bench_operands(const bench_memory& memory)
        : elements(memory.elements),
          input(static_cast<const T*>(memory.input), memory.elements),
          second(static_cast<const T*>(memory.second), memory.elements),
          keys(static_cast<const T*>(memory.keys), memory.elements),
          wide(static_cast<const T*>(memory.wide), memory.elements),
          output(static_cast<T*>(memory.output), memory.elements),
          scratch(static_cast<T*>(memory.scratch), memory.elements),
          shuffled(memory.shuffled, memory.elements),
          offsets(memory.offsets, memory.elements / bench_segment),
          counts(memory.counts, memory.elements) {}

    std::uint64_t elements;
    std::span<const T> input, second, keys, wide;
    std::span<T> output, scratch;
    std::span<const std::uint32_t> shuffled;
    std::span<const std::uint64_t> offsets;
    std::span<std::uint32_t> counts;
};

/// Matrices have this many columns, and as many rows as there are elements for.
inline std::uint64_t bench_columns(std::uint64_t elements) { return elements < std::uint64_t{1} << 20 ? 64 : 1024; }

/// The functions that a caller of the library brings.
struct bench_functions {
    static constexpr auto add = [](auto a, auto b) { return static_cast<decltype(a)>(a + b); };
    static constexpr auto square = [](auto x) { return static_cast<decltype(x)>(x * x); };
    static constexpr auto triple = [](auto x) { return static_cast<decltype(x)>(3 * x + 1); };
    static constexpr auto is_positive = [](auto x) { return x > 0; };
};

/// A mask of 5 x 5.
template <class T>
inline constexpr T bench_mask[] = {1, 2, 3, 2, 1, 2, 4, 6, 4, 2, 3, 6, 9, 6, 3, 2, 4, 6, 4, 2, 1, 2, 3, 2, 1};

using bench_ways = std::vector<bench_way> (*)(const bench_memory&);

/// `ways(bench_operands<T>)` for the type that the memory has.
template <class Ways>
std::vector<bench_way> bench_by_type(const bench_memory& memory, Ways ways) {
    if (memory.type == "i8") return ways(bench_operands<std::int8_t>(memory));
    if (memory.type == "i32") return ways(bench_operands<std::int32_t>(memory));
    if (memory.type == "f32") return ways(bench_operands<float>(memory));
    if (memory.type == "f64") return ways(bench_operands<double>(memory));
    throw std::invalid_argument("no such type: " + std::string(memory.type));
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
