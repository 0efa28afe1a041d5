// The library's scan on a GPU, and in the executor: one launch, each element read and written once.
//
// A block of 256 threads takes one tile of the canonical order (core/scan_order.hpp): a warp a strip, a lane a 16-byte
// run in each of its rows. The folds and what stands before each run stay in registers while the block waits for what
// stands before its tile: the totals of the tiles of its group, those of the groups of its region, and one value of all
// regions before it. They come by mailbox (mailbox.hpp); blocks start in the order of their indices, so that a block
// may wait for earlier ones.
//
// Sources: P. Kogge and H. Stone 1973; D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled
// Look-back (2016), whose look-back combines what has come so far, and so has no fixed order.
#pragma once

#include <cstdint>
#include <optional>

#include <strider/core/scan_order.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/mailbox.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reading.hpp>
#include <strider/cuda/shuffle.hpp>
#include <strider/cuda/write.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace scan_kernels {

using namespace scan_order;

inline constexpr unsigned threads = strips * lanes;

/// Blocks that a multiprocessor is to hold: with 32 KiB a tile, as many as keep the memory busy while some wait.
inline constexpr unsigned resident_blocks = 3;

/// What the scan starts with, where it starts with anything.
template <class T>
struct start {
    T value;
    bool given;
};

/// The inclusive scan of the first `filled` lanes' values in Kogge and Stone's order.
template <unsigned Lanes, class T, class Operator>
__device__ __forceinline__ T scan_lanes(T value, unsigned filled, Operator op) {
    const unsigned lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned distance = 1; distance < Lanes; distance *= 2) {
        const T left = shuffle_up(value, distance);
        if (lane >= distance && lane < filled) value = op(left, value);
    }
    return value;
}

/// folds.element[v] becomes the fold of the first v + 1 elements, of which `available` are there.
template <unsigned Count, class T, class Operator>
__device__ __forceinline__ void fold_run(piece<T, Count>& folds, unsigned available, Operator op) {
#pragma unroll
    for (unsigned v = 1; v < Count; ++v) {
        if (v < available) folds.element[v] = op(folds.element[v - 1], folds.element[v]);
    }
}

/// What stands before a part, where anything does, and the part.
template <class T, class Operator>
__device__ __forceinline__ T joined(bool has_left, const T& left, bool has_right, const T& right, Operator op) {
    if (has_left && has_right) return op(left, right);
    return has_left ? left : right;
}

/// Where the totals of tiles, the totals of groups, and what stands before each region are sent to.
template <class T>
struct mailboxes {
    mailbox<T> tiles, groups, regions;
};

/// What stands before a tile, found by one warp: all lanes get it. `complete` says that the tile is, and `total` is its
/// own. The last tile of a group sends the group's total, that of a region what stands before the next one.
template <class T, class Operator>
__device__ __forceinline__ T carry_into_tile(const T& total, bool complete, start<T> init, const mailboxes<T>& boxes,
                                             unsigned tag, Operator op) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned tile = blockIdx.x % group, in_region = blockIdx.x / group % region;
    const std::uint64_t my_group = blockIdx.x / group, my_region = my_group / region;

    // All that is waited for is under way at once; what comes first is passed on first.
    received<T> of_tile{total, lane >= tile}, of_group{T{}, lane >= in_region}, of_region{init.value, my_region == 0};
    T before_tile{}, group_total{};
    bool tiles_there = false, all_there = false;
    do {
        if (!of_tile.there) of_tile = look(boxes.tiles, my_group * group + lane, tag);
        if (!of_group.there) of_group = look(boxes.groups, my_region * region + lane, tag);
        if (!of_region.there) of_region = look(boxes.regions, my_region, tag);
        if (!tiles_there && __all_sync(~0u, of_tile.there)) {
            tiles_there = true;
            const T scanned = scan_lanes<group>(of_tile.value, complete ? tile + 1 : tile, op);
            before_tile = shuffle_from(scanned, tile > 0 ? tile - 1 : 0);
            group_total = shuffle_from(scanned, group - 1);
            if (tile == group - 1 && complete && lane == 0) boxes.groups.send(my_group, group_total, tag);
        }
        all_there = tiles_there && __all_sync(~0u, of_group.there && of_region.there);
    } while (!all_there);

    const bool ends_group = tile == group - 1 && complete;
    if (ends_group && lane == in_region) of_group.value = group_total;
    const T scanned = scan_lanes<region>(of_group.value, in_region + (ends_group ? 1 : 0), op);
    const T before_group = shuffle_from(scanned, in_region > 0 ? in_region - 1 : 0);
    const T region_total = shuffle_from(scanned, region - 1);
    const bool has_region = my_region > 0 || init.given;
    if (ends_group && in_region == region - 1 && lane == 0)
        boxes.regions.send(my_region + 1, joined(has_region, of_region.value, true, region_total, op), tag);
    const T before = joined(has_region, of_region.value, in_region > 0, before_group, op);
    return joined(has_region || in_region > 0, before, tile > 0, before_tile, op);
}

/// One tile by one block. `Complete` says that all its elements are there, so that nothing has to be looked at.
template <reading How, unsigned Rows, bool Exclusive, bool Complete, class Source, class T, class Operator>
__device__ __forceinline__ void scan_tile(const Source& source, T* output, std::uint64_t elements, Operator op,
                                          start<T> init, const mailboxes<T>& boxes, T* strip_totals, T& shared_carry) {
    constexpr unsigned width = run(sizeof(T)), row = lanes * width, strip = Rows * row, tile = strips * strip;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * tile;
    const unsigned count = Complete ? tile : static_cast<unsigned>(elements - first);
    /// Of `most` elements from `at` on in the tile, how many are there.
    const auto there = [count](unsigned at, unsigned most) {
        if constexpr (Complete) return most;
        return count <= at ? 0 : count - at < most ? count - at : most;
    };
    unsigned tag = 0;
    if (gridDim.x > 1 && warp == 0) tag = boxes.tiles.tag();  // under way while the tile is read

    piece<T, width> folds[Rows];
#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        const unsigned at = warp * strip + r * row + lane * width;
        if constexpr (Complete) {
            folds[r] = read<How, width>(source, first + at);
        } else {
            folds[r] = read_some<width>(source, first + at, there(at, width));
        }
    }

    // Folds become what they are in the strip; of exclusive scans, moved by one: what stands before each element.
    T strip_total{};
#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        const unsigned in_row = there(warp * strip + r * row, row);
        const unsigned available = there(warp * strip + r * row + lane * width, width);
        fold_run(folds[r], available, op);
        const T last = scan_lanes<32>(folds[r].element[width - 1], in_row / width, op);
        T before = shuffle_up(last, 1);
        const T row_total = shuffle_from(last, 31);
        if (r > 0 && available > 0) before = joined(true, strip_total, lane > 0, before, op);
        if (in_row == row) strip_total = joined(r > 0, strip_total, true, row_total, op);

        const bool has_before = r > 0 || lane > 0;
#pragma unroll
        for (unsigned w = 0; w < width; ++w) {
            const unsigned v = Exclusive ? width - 1 - w : w;
            if (v >= available) continue;
            if constexpr (Exclusive) {
                folds[r].element[v] =
                    v == 0 ? before : joined(has_before, before, true, folds[r].element[v - (v > 0)], op);
            } else {
                folds[r].element[v] = joined(has_before, before, true, folds[r].element[v], op);
            }
        }
    }

    if (lane == 0) strip_totals[warp] = strip_total;
    __syncthreads();
    const T last = scan_lanes<strips>(lane < strips ? strip_totals[lane] : T{}, count / strip, op);
    const T before_strip = shuffle_from(last, warp > 0 ? warp - 1 : 0);

    const bool has_carry = blockIdx.x > 0 || init.given;
    T carry = init.value;
    if (gridDim.x > 1) {
        if (warp == 0) {
            const T total = shuffle_from(last, strips - 1);
            if (lane == 0 && Complete) boxes.tiles.send(blockIdx.x, total, tag);
            carry = carry_into_tile(total, Complete, init, boxes, tag, op);
            if (lane == 0) {
                shared_carry = carry;
                if (blockIdx.x == gridDim.x - 1) boxes.tiles.close(tag);  // everyone has sent, and so has read the tag
            }
        }
        __syncthreads();
        carry = shared_carry;
    }
    const bool has_base = has_carry || warp > 0;
    T base = before_strip;
    if (warp * strip < count) base = joined(has_carry, carry, warp > 0, before_strip, op);

#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        const unsigned at = warp * strip + r * row + lane * width;
        const unsigned available = there(at, width);
        if (available == 0) break;
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            const bool has_local = !Exclusive || r > 0 || lane > 0 || v > 0;
            if (v < available) folds[r].element[v] = joined(has_base, base, has_local, folds[r].element[v], op);
        }
        if constexpr (Complete && How != reading::elements) {
            write_piece<How == reading::pieces ? caching::normal : caching::streaming>(output, first + at, folds[r]);
        } else {
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                if (v < available) output[first + at + v] = folds[r].element[v];
            }
        }
    }
}

template <reading How, unsigned Rows, bool Exclusive, class Source, class T, class Operator>
__global__ void __launch_bounds__(threads, sizeof(T) <= 8 ? resident_blocks : 1)
    scan_kernel(Source source, T* output, std::uint64_t elements, Operator op, start<T> init, mailboxes<T> boxes) {
    constexpr unsigned tile = strips * Rows * lanes * run(sizeof(T));
    __shared__ T strip_totals[strips];
    __shared__ T shared_carry;
    if (elements - std::uint64_t{blockIdx.x} * tile >= tile) {
        scan_tile<How, Rows, Exclusive, true>(source, output, elements, op, init, boxes, strip_totals, shared_carry);
    } else {
        scan_tile<How, Rows, Exclusive, false>(source, output, elements, op, init, boxes, strip_totals, shared_carry);
    }
}

}  // namespace scan_kernels

/// Stream-ordered: the scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Operator, class T>
void scan_source(const device_policy& policy, const Source& source, std::uint64_t elements, T* output, Operator op,
                 const std::optional<T>& init) {
    using namespace scan_kernels;
    const tiling cut(elements, sizeof(T));
    const start<T> from{init.value_or(T{}), init.has_value()};
    const std::size_t words = mailbox<T>::words;
    mailboxes<T> boxes{};
    if (cut.tiles > 1) {
        const std::uint64_t slots = cut.tiles + cut.groups + cut.regions + 1;
        const scratch_memory scratch = detail::scratch_of(policy, slots * words * sizeof(std::uint64_t));
        boxes.tiles = {scratch.slots, scratch.launches};
        boxes.groups = {boxes.tiles.slots + cut.tiles * words, scratch.launches};
        boxes.regions = {boxes.groups.slots + cut.groups * words, scratch.launches};
    }
    const auto start_rows = [&](auto how, auto rows) {
        launch(scan_kernel<how(), rows(), Exclusive, Source, T, Operator>,
               detail::launch_of(policy, cut.tiles, threads), source, output, elements, op, from, boxes);
    };
    const auto start_kernel = [&](auto how) {
        switch (cut.rows) {
            case 1:
                return start_rows(how, std::integral_constant<unsigned, 1>{});
            case 2:
                return start_rows(how, std::integral_constant<unsigned, 2>{});
            case 4:
                return start_rows(how, std::integral_constant<unsigned, 4>{});
            default:
                return start_rows(how, std::integral_constant < unsigned, sizeof(T) <= 16 ? 8 : 4 > {});
        }
    };
    if (writable_in_pieces<run(sizeof(T))>(output)) {
        with_reading(source, elements, start_kernel);
    } else {
        start_kernel(std::integral_constant<reading, reading::elements>{});
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
