#include <data/calls/quantiles.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <type_traits>

#include <data/calls/nan.hpp>

namespace strider::lab {
namespace {

/// Bits of a key that one pass looks at.
constexpr unsigned digit_bits = 16;
using digit_counts = std::vector<std::uint64_t>;

/// Unsigned integers in the order of the elements.
template <class T>
struct keys {
    using word =
        std::conditional_t<sizeof(T) == 1, std::uint8_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                              std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    static constexpr word sign = word(word{1} << (8 * sizeof(T) - 1));

    static word of(T value) {
        const auto bits = std::bit_cast<word>(value);
        if constexpr (std::is_floating_point_v<T>) return bits & sign ? word(~bits) : word(bits | sign);
        return std::is_signed_v<T> ? word(bits ^ sign) : bits;
    }
    static T element(word key) {
        if constexpr (std::is_floating_point_v<T>)
            return std::bit_cast<T>(key & sign ? word(key ^ sign) : word(~key));
        else
            return std::bit_cast<T>(std::is_signed_v<T> ? word(key ^ sign) : key);
    }
};

template <class T>
constexpr unsigned digit_of = std::min<unsigned>(digit_bits, 8 * sizeof(T));

/// An element that is looked for: the one at `rank` of those whose keys start with `prefix`.
struct sought_element {
    std::uint64_t rank;
    std::uint64_t prefix = 0;
};

/// For each prefix that is wanted, how many keys have which digit behind it, of elements that are not NaN.
template <class T>
std::map<std::uint64_t, digit_counts> count_digits(const shared_elements& input,
                                                   const std::vector<sought_element>& wanted, unsigned shift) {
    constexpr unsigned bits = digit_of<T>;
    constexpr std::uint64_t digits = std::uint64_t{1} << bits;
    const bool all_have_the_prefix = shift + bits == 8 * sizeof(T);
    std::map<std::uint64_t, digit_counts> counts;
    for (const sought_element& sought : wanted) counts[sought.prefix].resize(digits);
    input.for_each_of_mine(1, [&](std::uint64_t, const void* data, std::uint64_t count) {
        const T* const values = static_cast<const T*>(data);
        for (auto& [prefix, into] : counts) {
            for (std::uint64_t i = 0; i < count; ++i) {
                if (is_nan(values[i])) continue;
                const std::uint64_t key = std::uint64_t{keys<T>::of(values[i])} >> shift;
                if (all_have_the_prefix || key >> bits == prefix) ++into[key % digits];
            }
        }
    });
    for (auto& [prefix, sums] : counts) {
        const digit_counts all = input.peers().gather_arrays(sums);
        std::ranges::fill(sums, 0);
        for (std::size_t i = 0; i < all.size(); ++i) sums[i % digits] += all[i];
    }
    return counts;
}

/// Narrowed to the keys that have one digit more in common.
sought_element narrowed(sought_element sought, const digit_counts& counts, unsigned bits) {
    std::uint64_t digit = 0;
    while (sought.rank >= counts[digit]) sought.rank -= counts[digit++];
    return {sought.rank, sought.prefix << bits | digit};
}

template <class T>
record between(T low, T high, double share) {
    if (share == 0 || low == high) return value_record(low);
    return value_record(std::lerp(static_cast<double>(low), static_cast<double>(high), share));
}

template <class T>
std::vector<record> quantiles_of(const shared_elements& input, std::span<const double> levels) {
    constexpr unsigned bits = digit_of<T>;
    unsigned shift = 8 * sizeof(T) - bits;
    auto counts = count_digits<T>(input, {sought_element{0}}, shift);
    const digit_counts& first = counts.begin()->second;
    const std::uint64_t elements = std::accumulate(first.begin(), first.end(), std::uint64_t{0});
    if (elements == 0) return std::vector<record>(levels.size(), number(std::numeric_limits<double>::quiet_NaN()));

    std::vector<sought_element> wanted;
    std::vector<double> shares;  // of the way from an element to the next one
    for (const double level : levels) {
        const double position = static_cast<double>(elements - 1) * level;
        const auto low = std::min(static_cast<std::uint64_t>(position), elements - 1);
        shares.push_back(position - static_cast<double>(low));
        wanted.push_back({low});
        wanted.push_back({std::min(low + 1, elements - 1)});
    }
    for (;;) {
        for (sought_element& sought : wanted) sought = narrowed(sought, counts.at(sought.prefix), bits);
        if (shift == 0) break;
        shift -= bits;
        counts = count_digits<T>(input, wanted, shift);
    }
    const auto element = [&](std::size_t place) {
        return keys<T>::element(static_cast<typename keys<T>::word>(wanted[place].prefix));
    };
    std::vector<record> found;
    for (std::size_t i = 0; i < levels.size(); ++i)
        found.push_back(between(element(2 * i), element(2 * i + 1), shares[i]));
    return found;
}

}  // namespace

std::vector<record> quantiles(const shared_elements& input, std::span<const double> levels) {
    return ladders::with_type(input.type(), [&](auto zero) { return quantiles_of<decltype(zero)>(input, levels); });
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
