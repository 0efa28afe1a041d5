// The problem of the transpose ladder: a matrix of items, what is right, and what it must cost.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include <ladders/harness/distinct_values.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::ladders::transpose {

enum parameter_place : unsigned { columns, tile, packed };

inline constexpr std::int64_t tested_columns[] = {1, 7, 64, 257};
inline constexpr std::string_view tile_words[] = {"32", "16", "8"};
inline constexpr std::string_view packed_words[] = {"1", "2", "4"};

inline constexpr parameter parameters[] = {
    {.name = "columns",
     .meaning = "items a row of the input; 0: as square as the number of items allows",
     .usual = 0,
     .least = 0,
     .most = std::int64_t{1} << 40,
     .tested = tested_columns},
    {.name = "tile", .meaning = "items a side of the tiles of rungs 1 to 5", .usual = 0, .words = tile_words},
    {.name = "packed",
     .meaning = "elements that move together as one item, at most 16 bytes of them",
     .usual = 0,
     .words = packed_words},
};

/// The values behind the words.
constexpr unsigned tile_side(const instance& of) { return 32u >> of.parameters[tile]; }
constexpr unsigned packed_elements(const instance& of) { return 1u << of.parameters[packed]; }
inline std::size_t item_bytes(const instance& of) { return size_of(of.type) * packed_elements(of); }

/// Extents of the input, which is stored row by row; the output has them swapped.
struct extents {
    std::uint64_t rows, columns;
};

/// The extents of a settled instance, whose elements are items.
constexpr extents extents_of(const instance& of) {
    const auto wide = static_cast<std::uint64_t>(of.parameters[columns]);
    return {of.elements / wide, wide};
}

/// The most square matrix of so many items: its columns are their smallest divisor that is not below the root.
inline std::uint64_t squarest_columns(std::uint64_t items) {
    auto rows = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(items)));
    while (rows > 1 && (rows * rows > items || items % rows != 0)) --rows;
    return rows == 0 ? 1 : items / rows;
}

/// Whole rows: at least one where any item is asked for.
inline instance fitting(const instance& asked) {
    instance of = asked;
    while (item_bytes(of) > 16) --of.parameters[packed];
    if (of.parameters[columns] == 0) {
        of.parameters[columns] = static_cast<std::int64_t>(squarest_columns(of.elements));
    }
    const auto wide = static_cast<std::uint64_t>(of.parameters[columns]);
    const std::uint64_t rows = of.elements / wide + (of.elements % wide >= wide - wide / 2 ? 1 : 0);
    of.elements = wide * std::max<std::uint64_t>(rows, of.elements != 0);
    return of;
}

inline problem make(const instance& of, std::uint64_t seed) {
    return with_type(of.type, [&](auto zero) {
        using T = decltype(zero);
        const unsigned together = packed_elements(of);
        const extents size = extents_of(of);
        std::vector<T> input = distinct_values<T>(of.elements * together, seed);
        std::vector<T> right(input.size());
        for (std::uint64_t row = 0; row < size.rows; ++row) {
            for (std::uint64_t column = 0; column < size.columns; ++column) {
                std::copy_n(input.begin() + static_cast<std::ptrdiff_t>((row * size.columns + column) * together),
                            together,
                            right.begin() + static_cast<std::ptrdiff_t>((column * size.rows + row) * together));
            }
        }
        const std::uint64_t bytes = 2 * input.size() * sizeof(T);
        problem made = exact_problem(std::move(input), std::move(right), bytes);
        made.input_item = made.output_item = item_bytes(of);
        return made;
    });
}

/// Calls `entry(Item{})` with a type of this size. For 16 bytes the type is the caller's, who knows what moves it best.
template <class Wide, class Entry>
void with_item(std::size_t bytes, Entry&& entry) {
    static_assert(sizeof(Wide) == 16 && alignof(Wide) == 16);
    switch (bytes) {
        case 1:
            return entry(std::uint8_t{});
        case 2:
            return entry(std::uint16_t{});
        case 4:
            return entry(std::uint32_t{});
        case 8:
            return entry(std::uint64_t{});
        case 16:
            return entry(Wide{});
    }
    throw std::logic_error("transpose: an item is of 1, 2, 4, 8 or 16 bytes");
}
template <class Wide, class Entry>
void with_item(const instance& of, Entry&& entry) {
    with_item<Wide>(item_bytes(of), std::forward<Entry>(entry));
}

inline constexpr element_type types[] = {element_type::f32, element_type::u8, element_type::u16, element_type::f64};

inline constexpr std::string_view shown_counters[] = {"global_sectors_per_request", "shared_wavefronts_per_request",
                                                      "global_sectors"};

inline constexpr pattern description = {
    .name = "transpose",
    .meaning = "A transpose turns the rows of a matrix into columns.",
    .types = types,
    .operations = {},
    .parameters = parameters,
    .usual_elements = std::uint64_t{1} << 26,
    .counted_elements = std::uint64_t{1} << 20,
    .roof = traffic::copy,
    .rate = "Gelem/s",
    .rate_per_element_us = 1e-3,
    .shown_counters = shown_counters,
    .fitting = fitting,
    .make = make,
};

}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
