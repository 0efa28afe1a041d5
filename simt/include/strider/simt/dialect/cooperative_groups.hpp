// The part of cooperative groups that stays inside of a block: the block, its tiles, and the coalesced threads.
// grid_group and clusters are refused by name; multi-warp tiles do not compile.
#pragma once

#include <strider/simt/dialect/match.hpp>
#include <strider/simt/dialect/shuffle.hpp>
#include <strider/simt/dialect/vote.hpp>
#include <strider/simt/dialect/warp_reduce.hpp>

namespace cooperative_groups {

class thread_block {
public:
    STRIDER_SIMT_INTRINSIC static void sync() { simt::block_barrier(STRIDER_SIMT_CALLER); }
    STRIDER_SIMT_ARITHMETIC static unsigned thread_rank() {
        const uint3 index = thread_index();
        const uint3 extent = simt::block_extent();
        return (index.z * extent.y + index.y) * extent.x + index.x;
    }
    STRIDER_SIMT_ARITHMETIC static unsigned num_threads() {
        const uint3 extent = simt::block_extent();
        return extent.x * extent.y * extent.z;
    }
    STRIDER_SIMT_ARITHMETIC static unsigned size() { return num_threads(); }
    STRIDER_SIMT_ARITHMETIC static dim3 group_index() { return simt::block_index(); }
    STRIDER_SIMT_ARITHMETIC static dim3 thread_index() { return simt::thread_index(); }
    STRIDER_SIMT_ARITHMETIC static dim3 dim_threads() { return simt::block_extent(); }
    STRIDER_SIMT_ARITHMETIC static dim3 group_dim() { return dim_threads(); }
};
STRIDER_SIMT_ARITHMETIC thread_block this_thread_block() { return {}; }

/// The lanes of `mask`, all in one warp; a lane's rank is its place among them.
class warp_group {
public:
    STRIDER_SIMT_ARITHMETIC unsigned num_threads() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
    STRIDER_SIMT_ARITHMETIC unsigned size() const { return num_threads(); }
    STRIDER_SIMT_ARITHMETIC unsigned thread_rank() const {
        return static_cast<unsigned>(__builtin_popcount(mask_ & lanes_below()));
    }
    STRIDER_SIMT_INTRINSIC void sync() const { simt::warp_barrier(STRIDER_SIMT_CALLER, mask_); }

    STRIDER_SIMT_INTRINSIC int any(int predicate) const {
        return simt::cast_votes(STRIDER_SIMT_CALLER, mask_, predicate).agreeing != 0;
    }
    STRIDER_SIMT_INTRINSIC int all(int predicate) const {
        const auto votes = simt::cast_votes(STRIDER_SIMT_CALLER, mask_, predicate);
        return votes.agreeing == votes.participants;
    }
    /// Bit r is the vote of rank r.
    STRIDER_SIMT_INTRINSIC unsigned ballot(int predicate) const {
        return by_rank(simt::cast_votes(STRIDER_SIMT_CALLER, mask_, predicate).agreeing);
    }
    template <simt::register_value T>
    STRIDER_SIMT_INTRINSIC unsigned match_any(T value) const {
        return by_rank(simt::match(STRIDER_SIMT_CALLER, mask_, +value).same);
    }
    template <simt::register_value T>
    STRIDER_SIMT_INTRINSIC unsigned match_all(T value, int& predicate) const {
        const auto found = simt::match(STRIDER_SIMT_CALLER, mask_, +value);
        predicate = found.same == found.participants;
        return predicate != 0 ? by_rank(found.same) : 0u;
    }

    template <simt::register_value T>
    STRIDER_SIMT_INTRINSIC auto shfl(T value, unsigned rank) const {
        return read(STRIDER_SIMT_CALLER, value, rank % num_threads());
    }
    /// A rank that is `delta` lower; a thread that has none below reads itself.
    template <simt::register_value T>
    STRIDER_SIMT_INTRINSIC auto shfl_up(T value, unsigned delta) const {
        return read(STRIDER_SIMT_CALLER, value, delta > thread_rank() ? thread_rank() : thread_rank() - delta);
    }
    template <simt::register_value T>
    STRIDER_SIMT_INTRINSIC auto shfl_down(T value, unsigned delta) const {
        const unsigned from = thread_rank() + delta;
        return read(STRIDER_SIMT_CALLER, value, from < num_threads() ? from : thread_rank());
    }

    template <simt::register_value T, class Operator>
    STRIDER_SIMT_ROUTINE T reduce_at(simt::site at, T value, Operator combine) const {
        return simt::reduce_lanes(at, mask_, value, combine);
    }

protected:
    STRIDER_SIMT_ARITHMETIC explicit warp_group(unsigned mask) : mask_(mask) {}

    template <simt::register_value T>
    STRIDER_SIMT_ROUTINE auto read(simt::site at, T value, unsigned rank) const {
        return simt::shuffle(at, mask_, +value, lane_of(rank), simt::warp_lanes);
    }

private:
    STRIDER_SIMT_ARITHMETIC static unsigned lanes_below() { return (1u << simt::lane_index()) - 1u; }

    STRIDER_SIMT_ROUTINE unsigned lane_of(unsigned rank) const {
        unsigned remaining = mask_;
        for (; rank > 0; --rank) remaining &= remaining - 1;
        return static_cast<unsigned>(__builtin_ctz(remaining));
    }
    STRIDER_SIMT_ROUTINE unsigned by_rank(unsigned lanes) const {
        unsigned result = 0;
        for (unsigned rank = 0; rank < num_threads(); ++rank) result |= (lanes >> lane_of(rank) & 1u) << rank;
        return result;
    }

    unsigned mask_;
};

class coalesced_group : public warp_group {
    STRIDER_SIMT_ARITHMETIC explicit coalesced_group(unsigned mask) : warp_group(mask) {}
    friend coalesced_group coalesced_threads();
};
/// The threads of the warp that are here together.
STRIDER_SIMT_INTRINSIC coalesced_group coalesced_threads() {
    return coalesced_group(simt::converged_lanes(STRIDER_SIMT_CALLER));
}

/// `Size` neighbouring lanes of a warp.
template <unsigned Size, class Parent = void>
class thread_block_tile : public warp_group {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile of the executor has 1, 2, 4, 8, 16 or 32 threads");

public:
    STRIDER_SIMT_ARITHMETIC thread_block_tile()
        : warp_group((Size == 32 ? ~0u : (1u << (Size & 31u)) - 1u) << (simt::lane_index() & ~(Size - 1))) {}

    STRIDER_SIMT_ARITHMETIC static constexpr unsigned num_threads() { return Size; }
    STRIDER_SIMT_ARITHMETIC static constexpr unsigned size() { return Size; }
    STRIDER_SIMT_ARITHMETIC static unsigned thread_rank() { return simt::lane_index() & (Size - 1); }
    STRIDER_SIMT_ARITHMETIC static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    STRIDER_SIMT_ARITHMETIC static unsigned meta_group_size() {
        return (thread_block::num_threads() + Size - 1) / Size;
    }

    template <simt::register_value T>
    STRIDER_SIMT_INTRINSIC auto shfl_xor(T value, unsigned lane_mask) const {
        return this->read(STRIDER_SIMT_CALLER, value, (thread_rank() ^ lane_mask) & (Size - 1));
    }
};
template <unsigned Size>
STRIDER_SIMT_ARITHMETIC thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
    return {};
}
template <unsigned Size, unsigned ParentSize, class Parent>
STRIDER_SIMT_ARITHMETIC thread_block_tile<Size, thread_block_tile<ParentSize, Parent>> tiled_partition(
    const thread_block_tile<ParentSize, Parent>&) {
    static_assert(Size <= ParentSize, "a tile is no larger than the tile that it is cut from");
    return {};
}

class grid_group {
public:
    STRIDER_SIMT_INTRINSIC static void sync() {
        simt::refuse(STRIDER_SIMT_CALLER, "grid_group::sync (blocks run one after the other; use two launches)");
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long thread_rank() {
        const uint3 index = simt::block_index();
        const uint3 extent = simt::grid_extent();
        const unsigned long long block = (1ull * index.z * extent.y + index.y) * extent.x + index.x;
        return block * thread_block::num_threads() + thread_block::thread_rank();
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long num_threads() {
        const uint3 extent = simt::grid_extent();
        return 1ull * extent.x * extent.y * extent.z * thread_block::num_threads();
    }
    STRIDER_SIMT_ARITHMETIC static unsigned long long size() { return num_threads(); }
};
STRIDER_SIMT_ARITHMETIC grid_group this_grid() { return {}; }

template <class Group>
STRIDER_SIMT_ARITHMETIC void sync(const Group& group) {
    group.sync();
}

#define STRIDER_SIMT_OPERATOR(name, expression)                                                     \
    template <class T = void>                                                                       \
    struct name {                                                                                   \
        STRIDER_SIMT_ROUTINE auto operator()(T a, T b) const { return static_cast<T>(expression); } \
    };                                                                                              \
    template <>                                                                                     \
    struct name<void> {                                                                             \
        template <class T>                                                                          \
        STRIDER_SIMT_ROUTINE T operator()(T a, T b) const {                                         \
            return static_cast<T>(expression);                                                      \
        }                                                                                           \
    };
STRIDER_SIMT_OPERATOR(plus, a + b)
STRIDER_SIMT_OPERATOR(less, b < a ? b : a)
STRIDER_SIMT_OPERATOR(greater, a < b ? b : a)
STRIDER_SIMT_OPERATOR(bit_and, a& b)
STRIDER_SIMT_OPERATOR(bit_or, a | b)
STRIDER_SIMT_OPERATOR(bit_xor, a ^ b)
#undef STRIDER_SIMT_OPERATOR

/// The values of all threads of a tile or of coalesced threads, combined in the order of their ranks.
template <class Group, simt::register_value T, class Operator>
STRIDER_SIMT_INTRINSIC T reduce(const Group& group, T value, Operator combine) {
    return group.reduce_at(STRIDER_SIMT_CALLER, value, combine);
}

}  // namespace cooperative_groups
