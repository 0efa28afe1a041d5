// CUB's collectives of several items a thread: loads, stores and exchanges of a block's or warp's tile.
#pragma once

#include <type_traits>

#include <strider/check/shims/cub/block.hpp>

namespace cub {

struct NullType {};

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

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

namespace detail {

/// Loads and stores of a tile in which a thread's items are neighbours. The transposing ones let neighbouring threads
/// access neighbours, and exchange items through the temporary storage.
template <class T, class Group, int Items>
struct tile_access {
    shared_values<T, Group::count * Items> tile;

    template <class Access>
    static void each(bool striped, Access access) {
        const int thread = Group::rank();
        for (int i = 0; i < Items; ++i) access(i, striped ? i * Group::count + thread : thread * Items + i);
    }
};

/// One load or store of a tile. The algorithms of all have the same numbers.
template <class T, class Group, int Items, int Algorithm>
class tile_copy {
    using access = tile_access<T, Group, Items>;
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
            Group::sync();
            each_valid(!loads, [&](int i, int place) { to(i, place) = storage_.tile[place]; });
        } else {
            each_valid(Algorithm == BLOCK_LOAD_STRIPED, [&](int i, int place) { to(i, place) = from(i, place); });
        }
    }

private:
    TempStorage& storage_;
};

template <class T, class Group, int Items, int Algorithm>
class tile_load : public tile_copy<T, Group, Items, Algorithm> {
public:
    using tile_copy<T, Group, Items, Algorithm>::tile_copy;

    /// Items beyond `valid` stay as they are.
    template <class In>
    void Load(In in, T (&items)[Items], int valid = Group::count * Items) {
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

template <class T, class Group, int Items, int Algorithm>
class tile_store : public tile_copy<T, Group, Items, Algorithm> {
public:
    using tile_copy<T, Group, Items, Algorithm>::tile_copy;

    template <class Out>
    void Store(Out out, T (&items)[Items], int valid = Group::count * Items) {
        this->copy(
            false, valid, [&](int i, int) -> T& { return items[i]; },
            [&](int, int place) -> decltype(auto) { return out[place]; });
    }
};

/// Between the order in which a thread's items are neighbours (blocked), and that in which they are a group apart.
template <class T, class Group, int Items>
class tile_exchange {
    using access = tile_access<T, Group, Items>;

public:
    using TempStorage = access;
    explicit tile_exchange(TempStorage& storage) : storage_(storage) {}

    template <class Out>
    void BlockedToStriped(const T (&in)[Items], Out (&out)[Items]) {
        exchange(in, out, false);
    }
    template <class Out>
    void StripedToBlocked(const T (&in)[Items], Out (&out)[Items]) {
        exchange(in, out, true);
    }
    void BlockedToStriped(T (&items)[Items]) { exchange(items, items, false); }
    void StripedToBlocked(T (&items)[Items]) { exchange(items, items, true); }

    template <class Out, class Rank>
    void ScatterToBlocked(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items]) {
        scatter(in, out, ranks, false);
    }
    template <class Out, class Rank>
    void ScatterToStriped(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items]) {
        scatter(in, out, ranks, true);
    }
    template <class Rank>
    void ScatterToBlocked(T (&items)[Items], const Rank (&ranks)[Items]) {
        scatter(items, items, ranks, false);
    }
    template <class Rank>
    void ScatterToStriped(T (&items)[Items], const Rank (&ranks)[Items]) {
        scatter(items, items, ranks, true);
    }

private:
    template <class Out>
    void exchange(const T (&in)[Items], Out (&out)[Items], bool from_striped) {
        access::each(from_striped, [&](int i, int place) { storage_.tile.put(place, in[i]); });
        take(out, !from_striped);
    }
    template <class Out, class Rank>
    void scatter(const T (&in)[Items], Out (&out)[Items], const Rank (&ranks)[Items], bool to_striped) {
        for (int i = 0; i < Items; ++i) storage_.tile.put(static_cast<int>(ranks[i]), in[i]);
        take(out, to_striped);
    }
    template <class Out>
    void take(Out (&out)[Items], bool striped) {
        Group::sync();
        access::each(striped, [&](int i, int place) { out[i] = storage_.tile[place]; });
    }
    TempStorage& storage_;
};

}  // namespace detail

template <class T, int X, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1>
struct BlockLoad : detail::tile_load<T, detail::block_threads<X * Y * Z>, Items, Algorithm> {
    using detail::tile_load<T, detail::block_threads<X * Y * Z>, Items, Algorithm>::tile_load;
};
template <class T, int X, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1>
struct BlockStore : detail::tile_store<T, detail::block_threads<X * Y * Z>, Items, Algorithm> {
    using detail::tile_store<T, detail::block_threads<X * Y * Z>, Items, Algorithm>::tile_store;
};
template <class T, int X, int Items, bool = false, int Y = 1, int Z = 1>
struct BlockExchange : detail::tile_exchange<T, detail::block_threads<X * Y * Z>, Items> {
    using detail::tile_exchange<T, detail::block_threads<X * Y * Z>, Items>::tile_exchange;
};

template <class T, int Items, WarpLoadAlgorithm Algorithm = WARP_LOAD_DIRECT, int Lanes = 32>
struct WarpLoad : detail::tile_load<T, detail::warp_lanes<Lanes>, Items, Algorithm> {
    using detail::tile_load<T, detail::warp_lanes<Lanes>, Items, Algorithm>::tile_load;
};
template <class T, int Items, WarpStoreAlgorithm Algorithm = WARP_STORE_DIRECT, int Lanes = 32>
struct WarpStore : detail::tile_store<T, detail::warp_lanes<Lanes>, Items, Algorithm> {
    using detail::tile_store<T, detail::warp_lanes<Lanes>, Items, Algorithm>::tile_store;
};
template <class T, int Items, int Lanes = 32, WarpExchangeAlgorithm = WARP_EXCHANGE_SMEM>
struct WarpExchange : detail::tile_exchange<T, detail::warp_lanes<Lanes>, Items> {
    using detail::tile_exchange<T, detail::warp_lanes<Lanes>, Items>::tile_exchange;
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
        const int lane = detail::warp_lanes<Lanes>::rank();
        values_.put(lane, value);
        detail::warp_lanes<Lanes>::sync();
        return lane;
    }
    TempStorage& values_;
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
