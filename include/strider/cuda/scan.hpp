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
#include <strider/cuda/arch/copy_async.hpp>
#include <strider/cuda/mailbox.hpp>
#include <strider/cuda/neighbour_tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reading.hpp>
#include <strider/cuda/shuffle.hpp>
#include <strider/cuda/write.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace scan_kernels {

using namespace scan_order;

inline constexpr unsigned threads = strips * lanes;

/// Blocks that a multiprocessor is to hold: with 60 KiB a tile, as many as its shared memory has room for.
inline constexpr unsigned resident_blocks = 3;

/// Sources whose runs are copied to shared memory as they are.
template <class Source>
inline constexpr bool copied = false;
template <class T>
inline constexpr bool copied<contiguous<T>> = run(sizeof(T)) * sizeof(T) == 16;

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
/// `strip_totals` and `shared_carry` are shared memory, like the tile itself: `runs`, one a thread and row, of which a
/// thread touches its own alone.
template <reading How, bool Exclusive, bool Complete, class Source, class Output, class T, class Operator>
__device__ __forceinline__ void scan_tile(const Source& source, const Output& output, std::uint64_t elements,
                                          Operator op, start<T> init, const mailboxes<T>& boxes, T* strip_totals,
                                          T& shared_carry, piece<T, run(sizeof(T))>* runs, unsigned rows) {
    constexpr unsigned width = run(sizeof(T)), row = lanes * width;
    const unsigned strip = rows * row, tile = strips * strip;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * tile;
    const unsigned count = Complete ? tile : static_cast<unsigned>(elements - first);
    /// Of `most` elements from `at` on in the tile, how many are there.
    const auto there = [count](unsigned at, unsigned most) {
        if constexpr (Complete) return most;
        return count <= at ? 0 : count - at < most ? count - at : most;
    };
    runs += warp * rows * lanes + lane;  // mine in row r is runs[r * lanes]
#pragma unroll 5
    for (unsigned r = 0; r < rows; ++r) {
        const unsigned at = warp * strip + r * row + lane * width;
        if constexpr (!Complete) {
            runs[r * lanes] = read_some<width>(source, first + at, there(at, width));
        } else if constexpr (How != reading::elements && copied<Source>) {
            copy_async(reinterpret_cast<uint4*>(&runs[r * lanes]),
                       reinterpret_cast<const uint4*>(source.data + first + at));
        } else {
            runs[r * lanes] = read<How, width>(source, first + at);
        }
    }
    unsigned tag = 0;
    if (gridDim.x > 1 && warp == 0) tag = boxes.tiles.tag();
    commit_copies();
    wait_for_copies<0>();

    // What other blocks wait for comes first: the total.
    if (Complete || (warp + 1) * strip <= count) {
        T total{};
#pragma unroll 5
        for (unsigned r = 0; r < rows; ++r) {
            const piece<T, width> elements_of_run = runs[r * lanes];
            T fold = elements_of_run.element[0];
#pragma unroll
            for (unsigned v = 1; v < width; ++v) fold = op(fold, elements_of_run.element[v]);
            fold = warp_tree<32>(fold, 32, op);
            total = r == 0 ? fold : op(total, fold);
        }
        if (lane == 0) strip_totals[warp] = total;
    }
    __syncthreads();
    const unsigned complete_strips = count / strip;
    const T last = scan_lanes<strips>(lane < complete_strips ? strip_totals[lane] : T{}, complete_strips, op);
    const T before_strip = shuffle_from(last, warp > 0 ? warp - 1 : 0);
    const T tile_total = shuffle_from(last, strips - 1);
    if (Complete && gridDim.x > 1 && threadIdx.x == 0) boxes.tiles.send(blockIdx.x, tile_total, tag);

    // While totals travel, elements become what they are in the strip; of exclusive scans, what stands before them.
    T before_row{};
#pragma unroll 5
    for (unsigned r = 0; r < rows; ++r) {
        const unsigned in_row = there(warp * strip + r * row, row);
        const unsigned available = there(warp * strip + r * row + lane * width, width);
        piece<T, width> folds = runs[r * lanes];
        fold_run(folds, available, op);
        const T scanned = scan_lanes<32>(folds.element[width - 1], in_row / width, op);
        T before = shuffle_up(scanned, 1);
        const T row_total = shuffle_from(scanned, 31);
        if (r > 0 && available > 0) before = joined(true, before_row, lane > 0, before, op);
        if (in_row == row) before_row = joined(r > 0, before_row, true, row_total, op);

        const bool has_before = r > 0 || lane > 0;
#pragma unroll
        for (unsigned w = 0; w < width; ++w) {
            const unsigned v = Exclusive ? width - 1 - w : w;
            if (v >= available) continue;
            if constexpr (Exclusive) {
                folds.element[v] = v == 0 ? before : joined(has_before, before, true, folds.element[v - (v > 0)], op);
            } else {
                folds.element[v] = joined(has_before, before, true, folds.element[v], op);
            }
        }
        runs[r * lanes] = folds;
    }

    const bool has_carry = blockIdx.x > 0 || init.given;
    T carry = init.value;
    if (gridDim.x > 1) {
        if (warp == 0) {
            carry = carry_into_tile(tile_total, Complete, init, boxes, tag, op);
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

#pragma unroll 5
    for (unsigned r = 0; r < rows; ++r) {
        const unsigned at = warp * strip + r * row + lane * width;
        const unsigned available = there(at, width);
        if (available == 0) break;
        piece<T, width> results = runs[r * lanes];
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            const bool has_local = !Exclusive || r > 0 || lane > 0 || v > 0;
            if (v < available) results.element[v] = joined(has_base, base, has_local, results.element[v], op);
        }
        if constexpr (Complete && How != reading::elements) {
            write_piece<How == reading::pieces ? caching::normal : caching::streaming>(output, first + at, results);
        } else {
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                if (v < available) output[first + at + v] = results.element[v];
            }
        }
    }
}

template <reading How, bool Exclusive, class Source, class Output, class T, class Operator>
__global__ void __launch_bounds__(threads, resident_blocks)
    scan_kernel(Source source, Output output, std::uint64_t elements, Operator op, start<T> init, mailboxes<T> boxes,
                unsigned rows) {
    const unsigned tile = strips * rows * lanes * run(sizeof(T));
    __shared__ T strip_totals[strips];
    __shared__ T shared_carry;
    auto* const runs = dynamic_shared<piece<T, run(sizeof(T))>>();
    if (elements - std::uint64_t{blockIdx.x} * tile >= tile) {
        scan_tile<How, Exclusive, true>(source, output, elements, op, init, boxes, strip_totals, shared_carry, runs,
                                        rows);
    } else {
        scan_tile<How, Exclusive, false>(source, output, elements, op, init, boxes, strip_totals, shared_carry, runs,
                                         rows);
    }
}

}  // namespace scan_kernels

/// Slots of mailboxes that a scan of these tiles takes.
inline std::uint64_t scan_slots(const scan_order::tiling& cut) { return cut.tiles + cut.groups + cut.regions + 1; }

/// Stream-ordered: the scan of a source's `elements` elements to `output`, which may be where they come from.
/// `output` is a pointer, or what gives a place to assign a result to by output[i], and has overloads of `write_piece`
/// and `writable_in_pieces`.
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_source(const device_policy& policy, const Source& source, std::uint64_t elements, Output output, Operator op,
                 const std::optional<T>& init) {
    using namespace scan_kernels;
    const tiling cut(elements, sizeof(T));
    const start<T> from{init.value_or(T{}), init.has_value()};
    const std::size_t words = mailbox<T>::words;
    mailboxes<T> boxes{};
    if (cut.tiles > 1) {
        const scratch_memory scratch = detail::scratch_of(policy, scan_slots(cut) * words * sizeof(std::uint64_t));
        boxes.tiles = {scratch.slots, scratch.launches};
        boxes.groups = {boxes.tiles.slots + cut.tiles * words, scratch.launches};
        boxes.regions = {boxes.groups.slots + cut.groups * words, scratch.launches};
    }
    const auto start_kernel = [&](auto how) {
        const auto kernel = scan_kernel<how(), Exclusive, Source, Output, T, Operator>;
        launch_configuration at = detail::launch_of(policy, cut.tiles, threads);
        at.shared_bytes = cut.tile * sizeof(T);
        allow_shared(kernel, at.shared_bytes);
        launch(kernel, at, source, output, elements, op, from, boxes, cut.rows);
    };
    if (writable_in_pieces<run(sizeof(T))>(output)) {
        with_reading(source, elements, start_kernel);
    } else {
        start_kernel(std::integral_constant<reading, reading::elements>{});
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
