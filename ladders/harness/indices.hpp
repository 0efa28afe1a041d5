// The indices of the gather and scatter ladders: where elements come from, or go to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include <ladders/harness/distinct_values.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::ladders {

inline namespace index_parameters {
enum index_parameter_place : unsigned { indices, index_type };
}

enum class index_pattern : std::uint8_t { sequential, strided, random, colliding };

inline constexpr std::string_view index_pattern_words[] = {"sequential", "strided", "random", "colliding"};
inline constexpr std::string_view index_type_words[] = {"u32", "u64"};

inline constexpr parameter parameters_of_indices[] = {
    {.name = "indices",
     .meaning = "element i; every 33rd; a random permutation; or half of them on eight places, half anywhere",
     .usual = static_cast<std::int64_t>(index_pattern::random),
     .words = index_pattern_words},
    {.name = "index", .meaning = "the type of an index; u64 from 2^32 elements on", .words = index_type_words},
};

inline constexpr element_type types_with_indices[] = {element_type::i32, element_type::f32, element_type::f64};

constexpr index_pattern pattern_of(const instance& of) { return static_cast<index_pattern>(of.parameters[indices]); }

/// Whether every element comes from a place, or goes to one, of its own.
constexpr bool permutes(const instance& of) { return pattern_of(of) != index_pattern::colliding; }

/// More elements than a u32 counts take indices of 64 bits.
inline instance with_wide_enough_index(const instance& asked) {
    instance of = asked;
    if (of.elements > std::numeric_limits<std::uint32_t>::max()) of.parameters[index_type] = 1;
    return of;
}

/// Calls `entry(element, Index{})` with the index type that `setting` names.
template <class T, class Entry>
void with_index(const instance& setting, T element, Entry&& entry) {
    setting.parameters[index_type] == 0 ? entry(element, std::uint32_t{}) : entry(element, std::uint64_t{});
}

/// Calls `entry(T{}, Index{})`, with the types that `setting` names.
template <class Entry>
void with_element_and_index(const instance& setting, Entry&& entry) {
    switch (setting.type) {
        case element_type::i32:
            return with_index(setting, std::int32_t{}, entry);
        case element_type::f32:
            return with_index(setting, float{}, entry);
        case element_type::f64:
            return with_index(setting, double{}, entry);
        default:
            throw std::invalid_argument("these ladders take i32, f32 and f64, not " + std::string(name(setting.type)));
    }
}

/// The same with an unsigned integer of the element's size, for what moves elements without a look at them: one kernel
/// for all types of a size.
template <class Entry>
void with_item_and_index(const instance& setting, Entry&& entry) {
    size_of(setting.type) == 4 ? with_index(setting, std::uint32_t{}, entry)
                               : with_index(setting, std::uint64_t{}, entry);
}

template <class Index>
std::vector<Index> make_indices(std::uint64_t count, index_pattern pattern, std::uint64_t seed) {
    std::vector<Index> made(count);
    const auto below = [seed](std::uint64_t counter, std::uint64_t bound) {  // a random number below `bound`
        return static_cast<std::uint64_t>(static_cast<unsigned __int128>(mixed_bits(counter, ~seed)) * bound >> 64);
    };
    switch (pattern) {
        case index_pattern::sequential:
            std::iota(made.begin(), made.end(), Index{0});
            break;
        case index_pattern::strided: {
            std::uint64_t stride = 33;  // or the next that has no divisor in common with the count: a permutation
            while (count != 0 && std::gcd(stride, count) != 1) ++stride;
            std::uint64_t place = 0;
            for (Index& index : made) {
                index = static_cast<Index>(place);
                place = (place + stride) % count;
            }
            break;
        }
        case index_pattern::random:
            std::iota(made.begin(), made.end(), Index{0});
            for (std::uint64_t left = count; left > 1; --left) std::swap(made[left - 1], made[below(left, left)]);
            break;
        case index_pattern::colliding:
            for (std::uint64_t i = 0; i < count; ++i) {
                made[i] = static_cast<Index>(below(i, i % 2 == 0 ? std::min<std::uint64_t>(8, count) : count));
            }
            break;
    }
    return made;
}

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
