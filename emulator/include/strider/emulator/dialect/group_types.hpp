// The groups of a block: the block, its tiles, coalesced threads, and partitions of them.
#pragma once

#include <cstring>

#include <strider/emulator/dialect/match.hpp>
#include <strider/emulator/dialect/shuffle.hpp>
#include <strider/emulator/dialect/vote.hpp>

namespace cooperative_groups {

/// On a GPU, memory for tiles of several warps. The emulator does not need it.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};

class thread_block {
public:
    STRIDER_EMULATOR_INTRINSIC static void sync() { sync_at(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_ROUTINE static void sync_at(strider::emulation::site caller) {
        strider::emulation::block_barrier(caller);
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned thread_rank() {
        const uint3 index = thread_index();
        const uint3 extent = strider::emulation::block_extent();
        return (index.z * extent.y + index.y) * extent.x + index.x;
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned num_threads() {
        const uint3 extent = strider::emulation::block_extent();
        return extent.x * extent.y * extent.z;
    }
    STRIDER_EMULATOR_ARITHMETIC static unsigned size() { return num_threads(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 group_index() { return strider::emulation::block_index(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 thread_index() { return strider::emulation::thread_index(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 dim_threads() { return strider::emulation::block_extent(); }
    STRIDER_EMULATOR_ARITHMETIC static dim3 group_dim() { return dim_threads(); }

    struct arrival_token {};
    /// The two halves of sync(); here threads meet in the second half.
    STRIDER_EMULATOR_ARITHMETIC static arrival_token barrier_arrive() { return {}; }
    STRIDER_EMULATOR_INTRINSIC static void barrier_wait(arrival_token = {}) {
        strider::emulation::block_barrier(STRIDER_EMULATOR_CALLER);
    }
};
STRIDER_EMULATOR_ARITHMETIC thread_block this_thread_block() { return {}; }
template <unsigned MaxBlockSize>
STRIDER_EMULATOR_ARITHMETIC thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
    return {};
}

/// The lanes of `mask`, all in one warp. A lane's rank counts the lanes of `mask` below it.
class warp_group {
public:
    STRIDER_EMULATOR_ARITHMETIC unsigned num_threads() const {
        return static_cast<unsigned>(__builtin_popcount(mask_));
    }
    STRIDER_EMULATOR_ARITHMETIC unsigned size() const { return num_threads(); }
    STRIDER_EMULATOR_ARITHMETIC unsigned thread_rank() const {
        return static_cast<unsigned>(__builtin_popcount(mask_ & lanes_below()));
    }
    STRIDER_EMULATOR_INTRINSIC void sync() const { sync_at(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_ROUTINE void sync_at(strider::emulation::site caller) const {
        strider::emulation::warp_barrier(caller, mask_);
    }

    STRIDER_EMULATOR_INTRINSIC int any(int predicate) const {
        return strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, mask_, predicate).agreeing != 0;
    }
    STRIDER_EMULATOR_INTRINSIC int all(int predicate) const {
        const auto votes = strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, mask_, predicate);
        return votes.agreeing == votes.participants;
    }
    /// Bit r is the vote of rank r.
    STRIDER_EMULATOR_INTRINSIC unsigned ballot(int predicate) const {
        return by_rank(strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, mask_, predicate).agreeing);
    }
    template <class T>
    STRIDER_EMULATOR_INTRINSIC unsigned match_any(T value) const {
        return by_rank(strider::emulation::match(STRIDER_EMULATOR_CALLER, mask_, value).same);
    }
    template <class T>
    STRIDER_EMULATOR_INTRINSIC unsigned match_all(T value, int& predicate) const {
        const auto found = strider::emulation::match(STRIDER_EMULATOR_CALLER, mask_, value);
        predicate = found.same == found.participants;
        return predicate != 0 ? by_rank(found.same) : 0u;
    }

    /// For a rank outside of the group, CUDA's own headers read the last lane of the warp.
    template <class T>
    STRIDER_EMULATOR_INTRINSIC T shfl(T value, unsigned rank) const {
        return read_lane(STRIDER_EMULATOR_CALLER, value, rank < num_threads() ? lane_of(rank) : 31u);
    }
    /// Reads rank - delta; a thread without such a rank reads itself.
    template <class T>
    STRIDER_EMULATOR_INTRINSIC T shfl_up(T value, unsigned delta) const {
        return read(STRIDER_EMULATOR_CALLER, value, delta > thread_rank() ? thread_rank() : thread_rank() - delta);
    }
    template <class T>
    STRIDER_EMULATOR_INTRINSIC T shfl_down(T value, unsigned delta) const {
        const unsigned from = thread_rank() + delta;
        return read(STRIDER_EMULATOR_CALLER, value, from < num_threads() ? from : thread_rank());
    }

    /// Calls use(values, count) with the values of all threads, in the order of their ranks.
    template <class T, class Use>
    STRIDER_EMULATOR_ROUTINE auto with_values(strider::emulation::site caller, strider::emulation::collective_kind kind,
                                              const T& value, Use use) const {
        strider::emulation::lane_array<T> by_lane, by_rank;
        const unsigned participants = strider::emulation::exchange(caller, kind, mask_, value, by_lane);
        unsigned count = 0;
        for (unsigned lanes = participants; lanes != 0; lanes &= lanes - 1)
            std::memcpy(&by_rank[count++], &by_lane[static_cast<unsigned>(__builtin_ctz(lanes))], sizeof(T));
        return use(&by_rank[0], count);
    }

    STRIDER_EMULATOR_ARITHMETIC unsigned lane_mask() const { return mask_; }

protected:
    STRIDER_EMULATOR_ARITHMETIC explicit warp_group(unsigned mask) : mask_(mask) {}

    template <class T>
    STRIDER_EMULATOR_ROUTINE T read(strider::emulation::site caller, T value, unsigned rank) const {
        return read_lane(caller, value, lane_of(rank));
    }
    template <class T>
    STRIDER_EMULATOR_ROUTINE T read_lane(strider::emulation::site caller, T value, unsigned lane) const {
        return strider::emulation::shuffle(caller, mask_, value, lane, strider::emulation::warp_lanes);
    }

private:
    STRIDER_EMULATOR_ARITHMETIC static unsigned lanes_below() { return (1u << strider::emulation::lane_index()) - 1u; }

    STRIDER_EMULATOR_ROUTINE unsigned lane_of(unsigned rank) const {
        unsigned remaining = mask_;
        for (; rank > 0; --rank) remaining &= remaining - 1;
        return static_cast<unsigned>(__builtin_ctz(remaining));
    }
    STRIDER_EMULATOR_ROUTINE unsigned by_rank(unsigned lanes) const {
        unsigned result = 0;
        for (unsigned rank = 0; rank < num_threads(); ++rank) result |= (lanes >> lane_of(rank) & 1u) << rank;
        return result;
    }

    unsigned mask_;
};

/// Lanes of one warp: coalesced threads, or a part of another group.
class coalesced_group : public warp_group {
public:
    STRIDER_EMULATOR_ARITHMETIC unsigned meta_group_rank() const { return part_; }
    STRIDER_EMULATOR_ARITHMETIC unsigned meta_group_size() const { return parts_; }

    STRIDER_EMULATOR_ARITHMETIC explicit coalesced_group(unsigned mask, unsigned part = 0, unsigned parts = 1)
        : warp_group(mask), part_(part), parts_(parts) {}

private:
    unsigned part_, parts_;
};
/// The threads of the warp that run this call together.
STRIDER_EMULATOR_INTRINSIC coalesced_group coalesced_threads() {
    return coalesced_group(strider::emulation::converged_lanes(STRIDER_EMULATOR_CALLER));
}

/// `Size` neighbouring lanes of a warp; above 32, neighbouring threads of the block.
template <unsigned Size, class Parent = void>
class thread_block_tile : public warp_group {
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads");

public:
    STRIDER_EMULATOR_ARITHMETIC thread_block_tile()
        : warp_group((Size == 32 ? ~0u : (1u << (Size & 31u)) - 1u)
                     << (strider::emulation::lane_index() & ~(Size - 1))) {}
    template <class OtherParent>
    STRIDER_EMULATOR_ARITHMETIC thread_block_tile(const thread_block_tile<Size, OtherParent>&) : thread_block_tile() {}

    STRIDER_EMULATOR_ARITHMETIC static constexpr unsigned num_threads() { return Size; }
    STRIDER_EMULATOR_ARITHMETIC static constexpr unsigned size() { return Size; }
    STRIDER_EMULATOR_ARITHMETIC static unsigned thread_rank() { return strider::emulation::lane_index() & (Size - 1); }
    STRIDER_EMULATOR_ARITHMETIC static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    STRIDER_EMULATOR_ARITHMETIC static unsigned meta_group_size() {
        return (thread_block::num_threads() + Size - 1) / Size;
    }

    template <class T>
    STRIDER_EMULATOR_INTRINSIC T shfl(T value, unsigned rank) const {
        return this->read(STRIDER_EMULATOR_CALLER, value, rank % Size);
    }
    /// An xor mask that leaves the tile reaches lanes of an earlier tile.
    template <class T>
    STRIDER_EMULATOR_INTRINSIC T shfl_xor(T value, unsigned lane_mask) const {
        using namespace strider::emulation;
        return this->read_lane(STRIDER_EMULATOR_CALLER, value, shuffle_source::exchange(lane_index(), lane_mask, Size));
    }
};

template <unsigned Size, class Parent>
    requires(Size > 32)
class thread_block_tile<Size, Parent> {
    static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads, at most 1024");

public:
    thread_block_tile() = default;
    template <class OtherParent>
    STRIDER_EMULATOR_ARITHMETIC thread_block_tile(const thread_block_tile<Size, OtherParent>&) {}

    STRIDER_EMULATOR_ARITHMETIC static constexpr unsigned num_threads() { return Size; }
    STRIDER_EMULATOR_ARITHMETIC static constexpr unsigned size() { return Size; }
    STRIDER_EMULATOR_ARITHMETIC static unsigned thread_rank() { return thread_block::thread_rank() & (Size - 1); }
    STRIDER_EMULATOR_ARITHMETIC static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
    STRIDER_EMULATOR_ARITHMETIC static unsigned meta_group_size() {
        return (thread_block::num_threads() + Size - 1) / Size;
    }

    STRIDER_EMULATOR_INTRINSIC void sync() const { sync_at(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_ROUTINE void sync_at(strider::emulation::site caller) const {
        strider::emulation::tile_barrier(caller, Size);
    }
    STRIDER_EMULATOR_INTRINSIC int any(int predicate) const { return votes(STRIDER_EMULATOR_CALLER, predicate) != 0; }
    STRIDER_EMULATOR_INTRINSIC int all(int predicate) const {
        return votes(STRIDER_EMULATOR_CALLER, predicate) == Size;
    }

    template <class T>
    STRIDER_EMULATOR_INTRINSIC T shfl(T value, unsigned rank) const {
        return read(STRIDER_EMULATOR_CALLER, value, rank % Size);
    }
    /// Calls use(values, count) with the values of all threads, in the order of their ranks.
    template <class T, class Use>
    STRIDER_EMULATOR_ROUTINE auto with_values(strider::emulation::site caller, strider::emulation::collective_kind,
                                              const T& value, Use use) const {
        alignas(T) std::byte values[Size * sizeof(T)];
        strider::emulation::tile_exchange(caller, Size, &value, sizeof(T), values);
        return use(reinterpret_cast<const T*>(values), Size);
    }

private:
    STRIDER_EMULATOR_ROUTINE unsigned votes(strider::emulation::site caller, int predicate) const {
        return with_values(caller, strider::emulation::collective_kind::vote, predicate != 0,
                           [](const bool* votes, unsigned count) STRIDER_EMULATOR_UNINSTRUMENTED {
                               unsigned agreeing = 0;
                               for (unsigned i = 0; i < count; ++i) agreeing += votes[i];
                               return agreeing;
                           });
    }
    template <class T>
    STRIDER_EMULATOR_ROUTINE T read(strider::emulation::site caller, T value, unsigned rank) const {
        return with_values(caller, strider::emulation::collective_kind::shuffle, value,
                           [rank](const T* values, unsigned) STRIDER_EMULATOR_UNINSTRUMENTED { return values[rank]; });
    }
};

/// Any group of a block, its kind known only at run time, with the operations that all groups have.
class thread_group {
public:
    STRIDER_EMULATOR_ARITHMETIC thread_group(const thread_block&) : size_(thread_block::num_threads()) {}
    STRIDER_EMULATOR_ARITHMETIC thread_group(const warp_group& lanes)
        : mask_(lanes.lane_mask()), size_(lanes.num_threads()) {}
    template <unsigned Size, class Parent>
        requires(Size > 32)
    STRIDER_EMULATOR_ARITHMETIC thread_group(const thread_block_tile<Size, Parent>&) : size_(Size), tile_(true) {}

    STRIDER_EMULATOR_ARITHMETIC unsigned num_threads() const { return size_; }
    STRIDER_EMULATOR_ARITHMETIC unsigned size() const { return size_; }
    STRIDER_EMULATOR_ROUTINE unsigned thread_rank() const {
        if (mask_ != 0) return coalesced_group(mask_).thread_rank();
        return tile_ ? thread_block::thread_rank() & (size_ - 1) : thread_block::thread_rank();
    }
    STRIDER_EMULATOR_INTRINSIC void sync() const { sync_at(STRIDER_EMULATOR_CALLER); }
    STRIDER_EMULATOR_ROUTINE void sync_at(strider::emulation::site caller) const {
        if (mask_ != 0)
            strider::emulation::warp_barrier(caller, mask_);
        else if (tile_)
            strider::emulation::tile_barrier(caller, size_);
        else
            strider::emulation::block_barrier(caller);
    }

    STRIDER_EMULATOR_ARITHMETIC unsigned lane_mask() const { return mask_; }

private:
    unsigned mask_ = 0;  ///< 0: the group spans several warps
    unsigned size_;
    bool tile_ = false;
};

// ---- Partitions of groups

template <unsigned Size>
STRIDER_EMULATOR_ARITHMETIC thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
    return {};
}
template <unsigned Size, unsigned ParentSize, class Parent>
STRIDER_EMULATOR_ARITHMETIC thread_block_tile<Size, thread_block_tile<ParentSize, Parent>> tiled_partition(
    const thread_block_tile<ParentSize, Parent>&) {
    static_assert(Size <= ParentSize, "a tile is no larger than the tile that it is cut from");
    return {};
}

namespace detail {
/// Cuts the lanes of `mask` into runs of `size`, by rank; returns the run with the calling lane.
STRIDER_EMULATOR_ROUTINE coalesced_group cut(strider::emulation::site caller, unsigned mask, unsigned size) {
    if (size == 0 || size > 32 || (size & (size - 1)) != 0)
        strider::emulation::refuse(caller, "tiled_partition into tiles of other than 1, 2, 4, 8, 16 or 32 threads");
    const coalesced_group whole(mask);
    const unsigned part = whole.thread_rank() / size;
    unsigned lanes = 0, rank = 0;
    for (unsigned rest = mask; rest != 0; rest &= rest - 1, ++rank)
        if (rank / size == part) lanes |= rest & -rest;
    return coalesced_group(lanes, part, (whole.num_threads() + size - 1) / size);
}
}  // namespace detail

/// Tiles whose size, at most 32, is known only at run time.
STRIDER_EMULATOR_INTRINSIC thread_group tiled_partition(const thread_block&, unsigned size) {
    return detail::cut(STRIDER_EMULATOR_CALLER, ~0u, size);
}
STRIDER_EMULATOR_INTRINSIC coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
    return detail::cut(STRIDER_EMULATOR_CALLER, parent.lane_mask(), size);
}
STRIDER_EMULATOR_INTRINSIC thread_group tiled_partition(const thread_group& parent, unsigned size) {
    return detail::cut(STRIDER_EMULATOR_CALLER, parent.lane_mask() == 0 ? ~0u : parent.lane_mask(), size);
}

/// The threads of a group within a warp that pass the same predicate, or the same label.
STRIDER_EMULATOR_INTRINSIC coalesced_group binary_partition(const warp_group& parent, bool predicate) {
    const auto votes = strider::emulation::cast_votes(STRIDER_EMULATOR_CALLER, parent.lane_mask(), predicate);
    return coalesced_group(predicate ? votes.agreeing : votes.participants & ~votes.agreeing, predicate, 2);
}
template <class Label>
STRIDER_EMULATOR_INTRINSIC coalesced_group labeled_partition(const warp_group& parent, Label label) {
    return coalesced_group(strider::emulation::match(STRIDER_EMULATOR_CALLER, parent.lane_mask(), label).same);
}

}  // namespace cooperative_groups
// SPDX-License-Identifier: Apache-2.0
