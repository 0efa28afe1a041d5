// Sorting on a GPU, and in the emulator: by digits of 8 bits, the lowest first. Which launches a sort takes, and where
// elements and counts stand between them. What fits into a tile is sorted by one block in one launch (sort/tile.hpp),
// more by a launch that counts and one or more a pass (sort/pass.hpp).
//
// Source: A. Adinets and D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs (2022).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <strider/cuda/policy.hpp>
#include <strider/cuda/sort/pass.hpp>
#include <strider/cuda/sort/tile.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace sort_kernels {

/// The arrays of a sort: elements, and a value for each, if there are values. `to` may be `from`.
template <class Element, class Value>
struct arrays {
    const Element* from;
    Element* to;
    const Value* values_from;
    Value* values_to;
    std::uint64_t count;
};

}  // namespace sort_kernels

/// Stream-ordered: the elements in ascending order of their bits. Only the lowest `key_bits` differ.
template <class Element, class Value, class BitsOf>
void sort_by_low_bits(const device_policy& policy, const sort_kernels::arrays<Element, Value>& sorted,
                      const BitsOf& bits_of, unsigned key_bits) {
    using namespace sort_kernels;
    const auto [from, to, values_from, values_to, count] = sorted;
    using bits = decltype(bits_of(*from));
    constexpr std::uint64_t tile = threads * items<Element, Value>, most_tiles = count_bits / tile;
    constexpr unsigned all_passes = passes<bits>;
    if (count == 0) return;
    const unsigned needed = std::clamp((key_bits + 7) / 8, 1u, all_passes);
    if (count <= tile) {
        return launch(sort_tile_kernel<Element, Value, BitsOf>, detail::launch_of(policy, 1, threads), from, to,
                      values_from, values_to, static_cast<unsigned>(count), bits_of, needed);
    }
    // Launches of equal sizes: each clears what the next one needs.
    const std::uint64_t tiles = (count + tile - 1) / tile, launches_a_pass = (tiles + most_tiles - 1) / most_tiles;
    const std::uint64_t tiles_a_launch = (tiles + launches_a_pass - 1) / launches_a_pass;

    detail::scratch_parts parts;
    const std::size_t states_at[] = {parts.add(tiles_a_launch * digits * sizeof(unsigned)),
                                     parts.add(tiles_a_launch * digits * sizeof(unsigned))};
    const std::size_t places_at = parts.add((all_passes + 2) * digits * sizeof(std::uint64_t));
    const std::size_t one_digit_at = parts.add((all_passes + 1) * sizeof(unsigned));
    const std::size_t elements_at = parts.add(count * sizeof(Element));
    const std::size_t values_at = parts.add(values_from != nullptr ? count * sizeof(Value) : 0);
    const auto bytes =
        reinterpret_cast<unsigned char*>(detail::scratch_of(policy, parts.bytes, scratch_use::exchange).slots);
    const auto counts = reinterpret_cast<unsigned long long*>(
        detail::scratch_of(policy, all_passes * digits * sizeof(std::uint64_t), scratch_use::sums).slots);
    auto* const places = reinterpret_cast<std::uint64_t*>(bytes + places_at);
    auto* const one_digit = reinterpret_cast<unsigned*>(bytes + one_digit_at);
    const auto states = [&](unsigned launch) { return reinterpret_cast<unsigned*>(bytes + states_at[launch % 2]); };

    const std::uint64_t blocks =
        std::min<std::uint64_t>((count + 8 * threads - 1) / (8 * threads), 4 * multiprocessors());
    launch(count_digits_kernel<Element, BitsOf>, detail::launch_of(policy, blocks, threads), from, count, bits_of,
           counts, states(0), tiles_a_launch * digits);
    launch(place_digits_kernel<unsigned long long>, detail::launch_of(policy, all_passes, digits), counts, count,
           places, one_digit);

    auto* const other = reinterpret_cast<Element*>(bytes + elements_at);
    auto* const other_values = reinterpret_cast<Value*>(bytes + values_at);
    // Results end where they are wanted; those of an odd number of passes, in place, by one more, which copies.
    const bool in_place = from == to || (values_from != nullptr && values_from == values_to);
    const unsigned done_after = needed + (in_place ? needed % 2 : 0);
    unsigned launches = 0;
    for (unsigned pass = 0; pass < done_after; ++pass) {
        const bool to_other = (done_after - pass) % 2 == 0;
        task<Element, Value> work{.from = pass == 0  ? from
                                          : to_other ? to
                                                     : other,
                                  .to = to_other ? other : to,
                                  .values_from = pass == 0  ? values_from
                                                 : to_other ? values_to
                                                            : other_values,
                                  .values_to = to_other ? other_values : values_to,
                                  .first = 0,
                                  .count = 0,
                                  .places = places + pass * digits,
                                  .next_places = nullptr,
                                  .one_digit = one_digit + (pass < needed ? pass : all_passes),
                                  .states = nullptr,
                                  .cleared = nullptr,
                                  .cleared_words = tiles_a_launch * digits};
        for (std::uint64_t done = 0; done < tiles; done += tiles_a_launch, ++launches) {
            const std::uint64_t here = std::min(tiles - done, tiles_a_launch);
            work.first = done * tile;
            work.count = std::min(count - work.first, here * tile);
            work.next_places = done + here < tiles ? places + (all_passes + launches % 2) * digits : nullptr;
            work.states = states(launches);
            work.cleared = states(launches + 1);
            launch(pass_kernel<Element, Value, BitsOf>, detail::launch_of(policy, here, threads), work, bits_of, pass);
            work.places = work.next_places;
        }
    }
}

/// The same by all bits.
template <class Element, class Value, class BitsOf>
void sort_elements(const device_policy& policy, const Element* from, Element* to, const Value* values_from,
                   Value* values_to, std::uint64_t count, const BitsOf& bits_of) {
    sort_by_low_bits(policy, sort_kernels::arrays<Element, Value>{from, to, values_from, values_to, count}, bits_of,
                     8 * sizeof(bits_of(*from)));
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
