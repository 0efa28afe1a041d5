// CUB's sorts of a block's or a warp's tile: by digits, and by any order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <strider/check/shims/cub/items.hpp>

namespace cub {

/// A key's bits, and the bits that as unsigned integers are in the order of the keys.
template <class T>
struct Traits {
    using UnsignedBits =
        std::conditional_t<sizeof(T) == 1, std::uint8_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                              std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    static constexpr bool PRIMITIVE = std::is_arithmetic_v<T>;

    static constexpr UnsignedBits TwiddleIn(UnsignedBits key) {
        return static_cast<UnsignedBits>(key ^ mask(key & sign));
    }
    static constexpr UnsignedBits TwiddleOut(UnsignedBits key) {
        return static_cast<UnsignedBits>(key ^ mask(~key & sign));
    }
    static constexpr T Max() { return std::numeric_limits<T>::max(); }
    static constexpr T Lowest() { return std::numeric_limits<T>::lowest(); }

private:
    static constexpr auto sign = static_cast<UnsignedBits>(UnsignedBits{1} << (8 * sizeof(T) - 1));
    /// Negative floating-point numbers, which are in the opposite order, change all bits.
    static constexpr UnsignedBits mask(UnsignedBits negative) {
        if (std::is_unsigned_v<T>) return 0;
        return std::is_integral_v<T> || negative == 0 ? sign : static_cast<UnsignedBits>(~UnsignedBits{0});
    }
};
template <class T>
using NumericTraits = Traits<T>;

namespace detail {

/// The key's bits from `begin` until `end` as an integer, in the order of keys.
template <class Key>
std::uint64_t radix_of(const Key& key, int begin, int end) {
    typename Traits<Key>::UnsignedBits bits;
    __builtin_memcpy(&bits, &key, sizeof(bits));
    bits = Traits<Key>::TwiddleIn(bits);
    const std::uint64_t from_begin = std::uint64_t{bits} >> begin;
    return end - begin >= 64 ? from_begin : from_begin & ((std::uint64_t{1} << (end - begin)) - 1);
}

/// Puts into `order` the places 0, 1, ... so that before(place, next place) holds; equal ones stay in their order.
template <class Place, class Before>
void sort_places(Place* order, std::size_t count, Before before) {
    for (std::size_t i = 0; i < count; ++i) order[i] = static_cast<Place>(i);
    std::sort(order, order + count, [=](Place a, Place b) {
        return before(a, b) ? true : before(b, a) ? false : a < b;
    });
}

/// The same, of keys by these bits.
template <class Key, class Place>
void sort_places(const Key* keys, Place* order, std::size_t count, bool descending, int begin, int end) {
    sort_places(order, count, [=](Place a, Place b) {
        const std::uint64_t of_a = radix_of(keys[a], begin, end), of_b = radix_of(keys[b], begin, end);
        return descending ? of_b < of_a : of_a < of_b;
    });
}

}  // namespace detail

namespace detail {

/// One thread sorts the tile, between barriers of all.
template <class Key, class Value, class Group, int Items>
class tile_sort {
    static constexpr int tile_size = Group::count * Items;
    using access = tile_access<Key, Group, Items>;

public:
    struct TempStorage {
        shared_values<Key, tile_size> keys;
        shared_values<Value, tile_size> values;
        std::uint16_t order[tile_size];
    };
    explicit tile_sort(TempStorage& storage) : storage_(storage) {}

protected:
    /// `find_order` is called with the keys, and with an array for the places of keys in their order.
    template <class FindOrder>
    void sort(Key (&keys)[Items], Value (*values)[Items], bool striped, FindOrder find_order) {
        access::each(false, [&](int i, int place) {
            storage_.keys.put(place, keys[i]);
            if (values != nullptr) storage_.values.put(place, (*values)[i]);
        });
        Group::sync();
        if (Group::rank() == 0) find_order(&storage_.keys[0], storage_.order);
        Group::sync();
        access::each(striped, [&](int i, int place) {
            keys[i] = storage_.keys[storage_.order[place]];
            if (values != nullptr) (*values)[i] = storage_.values[storage_.order[place]];
        });
    }

private:
    TempStorage& storage_;
};

/// All merge sorts are stable. Of a partial tile, keys beyond `valid` become `otherwise`, and stay behind the others.
template <class Key, class Value, class Group, int Items>
class merge_sort : public tile_sort<Key, Value, Group, Items> {
public:
    using tile_sort<Key, Value, Group, Items>::tile_sort;

    template <class Before>
    void Sort(Key (&keys)[Items], Before before) {
        sort_tile(keys, nullptr, before, Group::count * Items);
    }
    template <class Before>
    void Sort(Key (&keys)[Items], Value (&values)[Items], Before before) {
        sort_tile(keys, &values, before, Group::count * Items);
    }
    template <class Before>
    void Sort(Key (&keys)[Items], Before before, int valid, Key otherwise) {
        fill(keys, valid, otherwise);
        sort_tile(keys, nullptr, before, valid);
    }
    template <class Before>
    void Sort(Key (&keys)[Items], Value (&values)[Items], Before before, int valid, Key otherwise) {
        fill(keys, valid, otherwise);
        sort_tile(keys, &values, before, valid);
    }
    template <class... Rest>
    void StableSort(Key (&keys)[Items], Rest&&... rest) {
        Sort(keys, rest...);
    }

private:
    static void fill(Key (&keys)[Items], int valid, Key otherwise) {
        for (int i = 0; i < Items; ++i)
            if (Group::rank() * Items + i >= valid) keys[i] = otherwise;
    }
    template <class Before>
    void sort_tile(Key (&keys)[Items], Value (*values)[Items], Before before, int valid) {
        this->sort(keys, values, false, [=](const Key* all, std::uint16_t* order) {
            sort_places(order, Group::count * Items, [=](int a, int b) {
                return a < valid && b < valid ? before(all[a], all[b]) : a < valid && b >= valid;
            });
        });
    }
};

}  // namespace detail

template <class Key, int X, int Items, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort : public detail::tile_sort<Key, Value, detail::block_threads<X * Y * Z>, Items> {
    static constexpr int bits = 8 * sizeof(Key);

public:
    using detail::tile_sort<Key, Value, detail::block_threads<X * Y * Z>, Items>::tile_sort;

#define STRIDER_CUB_SORT(name, descending, striped)                                              \
    void name(Key(&keys)[Items], int begin_bit = 0, int end_bit = bits) {                        \
        sort_digits(keys, nullptr, descending, striped, begin_bit, end_bit);                     \
    }                                                                                            \
    void name(Key(&keys)[Items], Value(&values)[Items], int begin_bit = 0, int end_bit = bits) { \
        sort_digits(keys, &values, descending, striped, begin_bit, end_bit);                     \
    }
    STRIDER_CUB_SORT(Sort, false, false)
    STRIDER_CUB_SORT(SortDescending, true, false)
    STRIDER_CUB_SORT(SortBlockedToStriped, false, true)
    STRIDER_CUB_SORT(SortDescendingBlockedToStriped, true, true)
#undef STRIDER_CUB_SORT

private:
    void sort_digits(Key (&keys)[Items], Value (*values)[Items], bool descending, bool striped, int begin, int end) {
        this->sort(keys, values, striped, [=](const Key* all, std::uint16_t* order) {
            detail::sort_places(all, order, X * Y * Z * Items, descending, begin, end);
        });
    }
};

template <class Key, int X, int Items, class Value = NullType, int Y = 1, int Z = 1>
struct BlockMergeSort : detail::merge_sort<Key, Value, detail::block_threads<X * Y * Z>, Items> {
    using detail::merge_sort<Key, Value, detail::block_threads<X * Y * Z>, Items>::merge_sort;
};
template <class Key, int Items, int Lanes = 32, class Value = NullType>
struct WarpMergeSort : detail::merge_sort<Key, Value, detail::warp_lanes<Lanes>, Items> {
    using detail::merge_sort<Key, Value, detail::warp_lanes<Lanes>, Items>::merge_sort;
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
