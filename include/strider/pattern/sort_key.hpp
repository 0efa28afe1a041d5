// The keys that elements are sorted by, as unsigned integers whose order is theirs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

/// Elements are sorted by numbers.
template <class Key>
concept sort_key = std::is_arithmetic_v<Key> && sizeof(Key) <= 8;

/// In place of values, where elements are sorted alone.
struct no_value {};

namespace detail {

template <std::size_t Bytes>
using unsigned_of = std::conditional_t<
    Bytes == 1, std::uint8_t,
    std::conditional_t<Bytes == 2, std::uint16_t, std::conditional_t<Bytes == 4, std::uint32_t, std::uint64_t>>>;

/// The unsigned integer that stands where the key does in ascending order; of floating point in the order of
/// IEEE 754's totalOrder, but that -0 is equal to +0: -NaN, -inf, ..., 0, ..., inf, NaN.
template <sort_key Key>
STRIDER_HOST_DEVICE constexpr auto ascending_bits(Key key) {
    using bits = unsigned_of<sizeof(Key)>;
    constexpr bits sign = static_cast<bits>(bits{1} << (8 * sizeof(Key) - 1));
    if constexpr (std::is_floating_point_v<Key>) {
        const bits raw = __builtin_bit_cast(bits, key);
        return static_cast<bits>(raw > sign ? ~raw : raw | sign);  // `sign` alone is -0
    } else if constexpr (std::is_signed_v<Key>) {
        return static_cast<bits>(static_cast<bits>(key) ^ sign);
    } else {
        return static_cast<bits>(key);
    }
}

/// The bits that an element is sorted by: smaller bits come first.
template <bool Descending, class Projection>
struct bits_of_key {
    Projection projection;

    template <class Element>
    STRIDER_HOST_DEVICE constexpr auto operator()(const Element& element) const {
        const auto ascending = ascending_bits(key(element));
        if constexpr (Descending) {
            return static_cast<decltype(ascending)>(~ascending);
        } else {
            return ascending;
        }
    }

private:
    template <class Element>
    STRIDER_HOST_DEVICE constexpr auto key(const Element& element) const {
        if constexpr (std::same_as<Projection, std::identity>) {
            return element;
        } else if constexpr (std::is_member_object_pointer_v<Projection>) {
            return element.*projection;
        } else {
            return projection(element);
        }
    }
};

}  // namespace detail

/// A projection gives the key of an element: a function object, or a pointer to a member.
template <class Projection, class Element>
concept key_projection = sort_key<std::remove_cvref_t<std::invoke_result_t<const Projection&, const Element&>>>;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
