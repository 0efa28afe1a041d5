// CUB's collectives of a block whose threads see their neighbours' items: differences, discontinuities, shifts.
#pragma once

#include <optional>
#include <type_traits>

#include <strider/check/shims/cub/block.hpp>

namespace cub {
namespace detail {

/// Each thread shares its first and last item.
template <class T, int Threads>
class neighbours {
public:
    struct TempStorage {
        shared_values<T, Threads> first, last;
    };
    explicit neighbours(TempStorage& storage) : storage_(storage) {}

protected:
    /// Null where the caller does not know the item beside the tile.
    static const T* address(const std::optional<T>& item) { return item ? &*item : nullptr; }

    template <int Items>
    void share(const T (&items)[Items]) {
        storage_.first.put(thread_in_block(), items[0]);
        storage_.last.put(thread_in_block(), items[Items - 1]);
        __syncthreads();
    }
    /// use(i, position in the tile, the item to the left or nullptr), from the last item on: results may replace items.
    template <int Items, class Use>
    void with_left(const T (&items)[Items], const T* before_tile, Use use) {
        const int thread = thread_in_block();
        for (int i = Items - 1; i > 0; --i) use(i, thread * Items + i, &items[i - 1]);
        use(0, thread * Items, thread > 0 ? &storage_.last[thread - 1] : before_tile);
    }
    template <int Items, class Use>
    void with_right(const T (&items)[Items], const T* after_tile, Use use) {
        const int thread = thread_in_block();
        for (int i = 0; i + 1 < Items; ++i) use(i, thread * Items + i, &items[i + 1]);
        use(Items - 1, thread * Items + Items - 1, thread + 1 < Threads ? &storage_.first[thread + 1] : after_tile);
    }
    TempStorage& storage_;
};

}  // namespace detail

/// An item without a neighbour, or beyond `valid`, stays as it is.
template <class T, int X, int Y = 1, int Z = 1>
class BlockAdjacentDifference : public detail::neighbours<T, X * Y * Z> {
    template <int Items>
    static constexpr int all = X * Y * Z * Items;

public:
    using detail::neighbours<T, X * Y * Z>::neighbours;

    template <int Items, class Out, class Operator>
    void SubtractLeft(T (&in)[Items], Out (&out)[Items], Operator subtract, std::optional<T> before_tile = {}) {
        left(in, out, subtract, all<Items>, this->address(before_tile));
    }
    template <int Items, class Out, class Operator>
    void SubtractLeftPartialTile(T (&in)[Items], Out (&out)[Items], Operator subtract, int valid,
                                 std::optional<T> before_tile = {}) {
        left(in, out, subtract, valid, this->address(before_tile));
    }
    template <int Items, class Out, class Operator>
    void SubtractRight(T (&in)[Items], Out (&out)[Items], Operator subtract, std::optional<T> after_tile = {}) {
        right(in, out, subtract, all<Items> + 1, this->address(after_tile));
    }
    template <int Items, class Out, class Operator>
    void SubtractRightPartialTile(T (&in)[Items], Out (&out)[Items], Operator subtract, int valid) {
        right(in, out, subtract, valid, nullptr);
    }

private:
    template <int Items, class Out, class Operator>
    void left(T (&in)[Items], Out (&out)[Items], Operator subtract, int valid, const T* before_tile) {
        this->share(in);
        this->with_left(in, before_tile, [&](int i, int position, const T* neighbour) {
            out[i] = neighbour != nullptr && position < valid ? subtract(in[i], *neighbour) : in[i];
        });
    }
    template <int Items, class Out, class Operator>
    void right(T (&in)[Items], Out (&out)[Items], Operator subtract, int valid, const T* after_tile) {
        this->share(in);
        this->with_right(in, after_tile, [&](int i, int position, const T* neighbour) {
            out[i] = neighbour != nullptr && position + 1 < valid ? subtract(in[i], *neighbour) : in[i];
        });
    }
};

/// Flags items that differ from their neighbour. The tile's first is a head, and its last a tail, unless the caller
/// knows their neighbours.
template <class T, int X, int Y = 1, int Z = 1>
class BlockDiscontinuity : public detail::neighbours<T, X * Y * Z> {
public:
    using detail::neighbours<T, X * Y * Z>::neighbours;

    template <int Items, class Flag, class Differ>
    void FlagHeads(Flag (&heads)[Items], T (&items)[Items], Differ differ, std::optional<T> before_tile = {}) {
        this->share(items);
        flag_heads(heads, items, differ, this->address(before_tile));
    }
    template <int Items, class Flag, class Differ>
    void FlagTails(Flag (&tails)[Items], T (&items)[Items], Differ differ, std::optional<T> after_tile = {}) {
        this->share(items);
        flag_tails(tails, items, differ, this->address(after_tile));
    }
    template <int Items, class Flag, class Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&items)[Items], Differ differ) {
        flag_both(heads, nullptr, tails, nullptr, items, differ);
    }
    template <int Items, class Flag, class Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T after_tile, T (&items)[Items], Differ differ) {
        flag_both(heads, nullptr, tails, &after_tile, items, differ);
    }
    template <int Items, class Flag, class Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], T before_tile, Flag (&tails)[Items], T (&items)[Items],
                           Differ differ) {
        flag_both(heads, &before_tile, tails, nullptr, items, differ);
    }
    template <int Items, class Flag, class Differ>
    void FlagHeadsAndTails(Flag (&heads)[Items], T before_tile, Flag (&tails)[Items], T after_tile, T (&items)[Items],
                           Differ differ) {
        flag_both(heads, &before_tile, tails, &after_tile, items, differ);
    }

private:
    /// The caller's function may ask for the right item's position.
    template <class Differ>
    static bool differs(Differ differ, const T& a, const T& b, int position) {
        if constexpr (std::is_invocable_v<Differ, T, T, int>)
            return differ(a, b, position);
        else
            return differ(a, b);
    }
    template <int Items, class Flag, class Differ>
    void flag_heads(Flag (&heads)[Items], T (&items)[Items], Differ differ, const T* before_tile) {
        this->with_left(items, before_tile, [&](int i, int position, const T* left) {
            heads[i] = left == nullptr || differs(differ, *left, items[i], position);
        });
    }
    template <int Items, class Flag, class Differ>
    void flag_tails(Flag (&tails)[Items], T (&items)[Items], Differ differ, const T* after_tile) {
        this->with_right(items, after_tile, [&](int i, int position, const T* right) {
            tails[i] = right == nullptr || differs(differ, items[i], *right, position + 1);
        });
    }
    template <int Items, class Flag, class Differ>
    void flag_both(Flag (&heads)[Items], const T* before_tile, Flag (&tails)[Items], const T* after_tile,
                   T (&items)[Items], Differ differ) {
        this->share(items);
        flag_heads(heads, items, differ, before_tile);
        flag_tails(tails, items, differ, after_tile);
    }
};

/// Items of other threads. What would come from outside of the block stays as it is.
template <class T, int X, int Y = 1, int Z = 1>
class BlockShuffle : public detail::neighbours<T, X * Y * Z> {
    static constexpr int threads = X * Y * Z;

public:
    using detail::neighbours<T, threads>::neighbours;

    void Offset(T in, T& out, int distance = 1) {
        const int from = share_one(in) + distance;
        if (from >= 0 && from < threads) out = this->storage_.first[from];
    }
    void Rotate(T in, T& out, unsigned distance = 1) {
        out = this->storage_.first[static_cast<int>((static_cast<unsigned>(share_one(in)) + distance) % threads)];
    }
    /// `last` and `first`, where they are asked for, are the block's.
    template <int Items, class... Edge>
    void Up(T (&in)[Items], T (&out)[Items], Edge&... last) {
        this->share(in);
        this->with_left(in, nullptr, [&](int i, int, const T* left) {
            if (left != nullptr) out[i] = *left;
        });
        ((last = this->storage_.last[threads - 1]), ...);
    }
    template <int Items, class... Edge>
    void Down(T (&in)[Items], T (&out)[Items], Edge&... first) {
        this->share(in);
        this->with_right(in, nullptr, [&](int i, int, const T* right) {
            if (right != nullptr) out[i] = *right;
        });
        ((first = this->storage_.first[0]), ...);
    }

private:
    int share_one(const T& value) {
        this->storage_.first.put(detail::thread_in_block(), value);
        __syncthreads();
        return detail::thread_in_block();
    }
};

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
