// CUB's collectives of several items a thread: loads, stores, exchanges and sorts of a block's tile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <strider/check/shims/cub/block.hpp>

namespace cub {

struct NullType {};

namespace detail {

/// The key's bits from `begin` until `end` as an integer, in the order of keys.
template <class Key>
std::uint64_t radix_of(const Key& key, int begin, int end) {
    using word =
        std::conditional_t<sizeof(Key) == 1, std::uint8_t,
                           std::conditional_t<sizeof(Key) == 2, std::uint16_t,
                                              std::conditional_t<sizeof(Key) == 4, std::uint32_t, std::uint64_t>>>;
    word bits;
    __builtin_memcpy(&bits, &key, sizeof(bits));
    constexpr auto sign = static_cast<word>(word{1} << (8 * sizeof(Key) - 1));
    constexpr bool is_unsigned = std::is_integral_v<Key> && std::is_unsigned_v<Key>,
                   is_integer = std::is_integral_v<Key>;
    if (!is_unsigned) bits = static_cast<word>(is_integer || (bits & sign) == 0 ? bits ^ sign : ~bits);
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

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

namespace detail {

/// Loads and stores of a tile in which a thread's items are neighbours. The transposing ones let neighbouring threads
/// access neighbours, and exchange items through the temporary storage.
template <class T, int Threads, int Items>
struct tile_access {
    shared_values<T, Threads * Items> tile;

    template <class Access>
    static void each(bool striped, Access access) {
        const int thread = thread_in_block();
        for (int i = 0; i < Items; ++i) access(i, striped ? i * Threads + thread : thread * Items + i);
    }
};

/// One load or store of a tile; the algorithms of both have the same numbers.
template <class T, int Threads, int Items, int Algorithm>
class tile_copy {
    using access = tile_access<T, Threads, Items>;
    static constexpr bool transposes = Algorithm >= BLOCK_LOAD_TRANSPOSE;

public:
    using TempStorage = std::conditional_t<transposes, access, NullType>;
    explicit tile_copy(TempStorage& storage) : storage_(storage) {}

protected:
    /// to(i, place) = from(i, place) for the places before `valid`. Those that transpose begin in the striped order if
    /// they load.
    template <class From, class To>
    void copy(bool loads, int valid, From from, To to) {
        const auto each_valid = [&](bool striped, auto use) {
            access::each(striped, [&](int i, int place) {
                if (place < valid) use(i, place);
            });
        };
        if constexpr (transposes) {
            each_valid(loads, [&](int i, int place) { storage_.tile.put(place, from(i, place)); });
            __syncthreads();
            each_valid(!loads, [&](int i, int place) { to(i, place) = storage_.tile[place]; });
        } else {
            each_valid(Algorithm == BLOCK_LOAD_STRIPED, [&](int i, int place) { to(i, place) = from(i, place); });
        }
    }

private:
    TempStorage& storage_;
};

}  // namespace detail

template <class T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1>
class BlockLoad : public detail::tile_copy<T, X * Y * Z, Items, Algorithm> {
public:
    using detail::tile_copy<T, X * Y * Z, Items, Algorithm>::tile_copy;

    /// Items beyond `valid` stay as they are.
    template <class In>
    void Load(In in, T (&items)[Items], int valid = X * Y * Z * Items) {
        this->copy(
            true, valid, [&](int, int place) -> decltype(auto) { return in[place]; },
            [&](int i, int) -> T& { return items[i]; });
    }
    template <class In, class Default>
    void Load(In in, T (&items)[Items], int valid, Default otherwise) {
        for (T& item : items) item = otherwise;
        Load(in, items, valid);
    }
};

template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1>
class BlockStore : public detail::tile_copy<T, X * Y * Z, Items, Algorithm> {
public:
    using detail::tile_copy<T, X * Y * Z, Items, Algorithm>::tile_copy;

    template <class Out>
    void Store(Out out, T (&items)[Items], int valid = X * Y * Z * Items) {
        this->copy(
            false, valid, [&](int i, int) -> T& { return items[i]; },
            [&](int, int place) -> decltype(auto) { return out[place]; });
    }
};

/// Between the order in which a thread's items are neighbours (blocked), and that in which they are a block apart.
template <class T, int X, int Items, bool = false, int Y = 1, int Z = 1>
class BlockExchange {
    using access = detail::tile_access<T, X * Y * Z, Items>;

public:
    using TempStorage = access;
    explicit BlockExchange(TempStorage& storage) : storage_(storage) {}

    void BlockedToStriped(const T (&in)[Items], T (&out)[Items]) { exchange(in, out, false); }
    void StripedToBlocked(const T (&in)[Items], T (&out)[Items]) { exchange(in, out, true); }
    void BlockedToStriped(T (&items)[Items]) { exchange(items, items, false); }
    void StripedToBlocked(T (&items)[Items]) { exchange(items, items, true); }

private:
    void exchange(const T (&in)[Items], T (&out)[Items], bool from_striped) {
        access::each(from_striped, [&](int i, int place) { storage_.tile.put(place, in[i]); });
        __syncthreads();
        access::each(!from_striped, [&](int i, int place) { out[i] = storage_.tile[place]; });
    }
    TempStorage& storage_;
};

/// One thread sorts the tile, between barriers of all.
template <class Key, int X, int Items, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, int = 0, int Y = 1, int Z = 1>
class BlockRadixSort {
    static constexpr int threads = X * Y * Z, count = threads * Items, bits = 8 * sizeof(Key);
    using access = detail::tile_access<Key, threads, Items>;

public:
    struct TempStorage {
        detail::shared_values<Key, count> keys;
        detail::shared_values<Value, count> values;
        std::uint16_t order[count];
    };
    explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}

#define STRIDER_CUB_SORT(name, descending, striped)                                                 \
    void name(Key(&keys)[Items], int begin_bit = 0, int end_bit = bits) {                           \
        sort(keys, static_cast<Value(*)[Items]>(nullptr), descending, striped, begin_bit, end_bit); \
    }                                                                                               \
    void name(Key(&keys)[Items], Value(&values)[Items], int begin_bit = 0, int end_bit = bits) {    \
        sort(keys, &values, descending, striped, begin_bit, end_bit);                               \
    }
    STRIDER_CUB_SORT(Sort, false, false)
    STRIDER_CUB_SORT(SortDescending, true, false)
    STRIDER_CUB_SORT(SortBlockedToStriped, false, true)
    STRIDER_CUB_SORT(SortDescendingBlockedToStriped, true, true)
#undef STRIDER_CUB_SORT

private:
    void sort(Key (&keys)[Items], Value (*values)[Items], bool descending, bool striped, int begin, int end) {
        access::each(false, [&](int i, int place) {
            storage_.keys.put(place, keys[i]);
            if (values != nullptr) storage_.values.put(place, (*values)[i]);
        });
        __syncthreads();
        if (detail::thread_in_block() == 0)
            detail::sort_places(&storage_.keys[0], storage_.order, count, descending, begin, end);
        __syncthreads();
        access::each(striped, [&](int i, int place) {
            keys[i] = storage_.keys[storage_.order[place]];
            if (values != nullptr) (*values)[i] = storage_.values[storage_.order[place]];
        });
    }
    TempStorage& storage_;
};

/// Lane's values up to its own. Each group of `Lanes` has temporary storage of its own.
template <class T, int Lanes = 32>
class WarpScan {
public:
    using TempStorage = detail::shared_values<T, Lanes>;
    explicit WarpScan(TempStorage& storage) : values_(storage) {}

    template <class Operator>
    void InclusiveScan(T in, T& out, Operator combine) {
        out = values_.combined(share(in) + 1, combine);
    }
    void InclusiveSum(T in, T& out) { InclusiveScan(in, out, cub::Sum()); }
    template <class... Total>
    void ExclusiveSum(T in, T& out, Total&... total) {
        const int lane = share(in);
        out = lane == 0 ? T{} : values_.combined(lane, cub::Sum());
        ((total = values_.combined(Lanes, cub::Sum())), ...);
    }

private:
    int share(const T& value) {
        const int in_warp = detail::thread_in_block() % 32, lane = in_warp % Lanes;
        values_.put(lane, value);
        __syncwarp((~0u >> (32 - Lanes)) << (in_warp - lane));
        return lane;
    }
    TempStorage& values_;
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
