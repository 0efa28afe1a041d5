// The library's segmented reduction on a GPU, and in the executor.
//
// Segments are cut into shares of equal work (elements and segments count alike), one block a share, whatever the
// lengths: a segment belongs to the share that it starts in. Where there are offsets, a first small launch finds the
// share's first segments, a warp a share, by a search with 32 pivots; of equal segments they are computed.
//
// The short segments of a share (as long as a share at most, 22 KiB) are read side by side into shared memory and
// reduced there as trees of leaves: 16 neighbours, counted from the segment's start, are one thread's; 16 leaves are
// one thread's again; what is longer is a warp's. Which thread takes which leaf is a matter of places in shared memory,
// not of segments: a thread has the leaves that start among its 16 places, so that no mix of lengths leaves threads
// without work.
//
// Longer segments are cut into the chunks of the canonical order, and a chunk belongs to the share in which it starts.
// A block reduces it as the reduction does (cuda/reduce.hpp); the block of the last chunk combines the partial results
// of all, which it gets by mailbox. Blocks start in the order of their indices, so that it may wait for earlier ones.
//
// Sources: D. Merrill and M. Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication (2016), for shares of
// equal work.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/segments.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/mailbox.hpp>
#include <strider/cuda/neighbour_tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace segment_kernels {

using canonical_order::lanes;

inline constexpr unsigned leaf = 16;  ///< elements of a short segment that one thread combines

/// Blocks that a multiprocessor is to hold: with 22 KiB a share, as many as keep the memory busy while some combine.
inline constexpr unsigned resident_blocks = 3;

/// A share, and what of it stands in shared memory (less than 48 KiB, which needs no opting in).
template <class T>
struct share {
    static constexpr unsigned bytes_each = sizeof(T) < 4 ? 4 : sizeof(T);
    static constexpr unsigned loads = bytes_each > 22 ? 1 : 44 / bytes_each;  ///< of a thread, usually
    static constexpr unsigned work = lanes * loads;                           ///< elements and segments in a share
    static constexpr unsigned longest = work;                                 ///< that counts as short
    static constexpr unsigned most = work + longest;                          ///< elements and segments that are staged

    /// Elements between gaps of one: threads that read every 16th element meet different banks.
    static constexpr unsigned period = bytes_each <= 4 ? 32 : bytes_each <= 8 ? 16 : bytes_each <= 16 ? 8 : 4;
    static constexpr unsigned memory_bytes = (most + most / period + 2) * bytes_each;
    static_assert(memory_bytes < 47 * 1024);
    static constexpr unsigned most_long = most / (leaf * leaf);  ///< segments of more than 16 leaves

    __device__ static unsigned place(unsigned i) { return i + i / period; }
};

/// Where a share starts: its first segment, and the one before that, of which chunks may be the share's.
struct boundary {
    std::uint64_t segment;
    std::uint64_t begin, size;  ///< of the segment before; of none, where the first begins, and 0
    std::uint64_t work;         ///< before the segment before
};

template <class Segments>
__device__ __forceinline__ boundary boundary_at(const Segments& segments, std::uint64_t segment) {
    if (segment == 0) return {0, segments.begin(0), 0, 0};
    const std::uint64_t left = segment - 1;
    return {segment, segments.begin(left), segments.size(left), segments.before(left) + left};
}

/// As segment_after, by a warp: 32 pivots at a time.
template <class Offset>
__device__ __forceinline__ std::uint64_t segment_after_by_warp(const offset_segments<Offset>& segments,
                                                               std::uint64_t work) {
    const unsigned lane = threadIdx.x % 32;
    std::uint64_t low = 0, high = segments.count;
    while (low < high) {
        const std::uint64_t step = (high - low + 31) / 32;
        const std::uint64_t pivot = low + (lane + 1) * step - 1;
        const unsigned left =
            static_cast<unsigned>(__popc(__ballot_sync(~0u, pivot < high && segments.before(pivot) + pivot < work)));
        const std::uint64_t next = low + (left + 1) * step - 1;
        low += left * step;
        if (next < high) high = next;
    }
    return low;
}

inline constexpr unsigned plan_threads = 128;

/// The boundaries of all shares, a warp each, to slots that no launch's tag can be found in.
template <class Offset>
__global__ void __launch_bounds__(plan_threads) plan_kernel(offset_segments<Offset> segments, std::uint64_t share_work,
                                                            std::uint64_t boundaries, mailbox<boundary> starts) {
    constexpr unsigned warps = plan_threads / 32;
    const std::uint64_t mine = std::uint64_t{blockIdx.x} * warps + threadIdx.x / 32;
    if (mine < boundaries) {
        const std::uint64_t segment = segment_after_by_warp(segments, mine * share_work);
        if (threadIdx.x % 32 == 0) starts.send(mine, boundary_at(segments, segment), 0);
    }
    if (mine == 0 && threadIdx.x == 0) count_launch(starts.launches);
}

/// The boundaries of block `index`'s share.
template <class Offset>
__device__ __forceinline__ boundary start_of(const offset_segments<Offset>&, std::uint64_t, std::uint64_t index,
                                             mailbox<boundary> starts) {
    return look(starts, index, 0).value;
}
__device__ __forceinline__ boundary start_of(const equal_segments& segments, std::uint64_t share_work,
                                             std::uint64_t index, mailbox<boundary>) {
    return boundary_at(segments, segment_after(segments, index * share_work));
}

/// The addresses of every 512th element of neighbouring segments, from element threadIdx.x on.
template <class T, class Segments>
struct cursor {
    const T* next;
    __device__ cursor(const T* data, const Segments&, std::uint64_t, std::uint64_t first)
        : next(data + first + threadIdx.x) {}
    __device__ const T* advance() {
        const T* const here = next;
        next += lanes;
        return here;
    }
};
template <class T>
struct cursor<T, equal_segments> {
    const T* row;
    std::uint64_t row_step, stride;
    unsigned column, column_step, length;
    __device__ cursor(const T* data, const equal_segments& segments, std::uint64_t segment, std::uint64_t)
        : stride(segments.stride), length(static_cast<unsigned>(segments.length)) {
        row = data + (segment + threadIdx.x / length) * stride;
        column = threadIdx.x % length;
        row_step = lanes / length * stride;
        column_step = lanes % length;
    }
    __device__ const T* advance() {
        const T* const here = row + column;
        row += row_step;
        column += column_step;
        if (column >= length) {
            column -= length;
            row += stride;
        }
        return here;
    }
};

/// The tree over neighbours of at most 16 values, of which those from `count` on are missing.
template <class T, unsigned Width = leaf, class Get, class Operator>
__device__ __forceinline__ T small_tree(unsigned first, unsigned count, const Get& get, Operator op) {
    if constexpr (Width == 1) {
        return get(first);
    } else if constexpr (Width * sizeof(T) <= 64) {  // all loads under way at once
        T values[Width];
#pragma unroll
        for (unsigned i = 0; i < Width; ++i) {
            if (first + i < count) values[i] = get(first + i);
        }
#pragma unroll
        for (unsigned distance = 1; distance < Width; distance *= 2) {
#pragma unroll
            for (unsigned i = 0; i + distance < Width; i += 2 * distance) {
                if (first + i + distance < count) values[i] = op(values[i], values[i + distance]);
            }
        }
        return values[0];
    } else {  // few values in registers at a time
        T value = small_tree<T, Width / 2>(first, count, get, op);
        if (first + Width / 2 < count) value = op(value, small_tree<T, Width / 2>(first + Width / 2, count, get, op));
        return value;
    }
}

/// The short segments of a share in shared memory: `begins` has where each begins, and the end of the last.
template <class T, class Operator>
struct staged_segments {
    static constexpr bool commutative = is_commutative<Operator, T>;
    static constexpr unsigned row = lanes * canonical_order::accumulators_per_lane(sizeof(T));

    T* elements;
    unsigned* last_begin;  ///< begins stand from here downwards
    unsigned count;        ///< of segments
    Operator op;

    __device__ unsigned& begin(unsigned s) const { return *(last_begin - s); }
    __device__ T& element(unsigned i) const { return elements[share<T>::place(i)]; }
    /// Where the operator is known to commute, elements beyond a row are added to those of the first.
    __device__ static unsigned leaves_of(unsigned size) {
        return ((commutative && size > row ? row : size) + leaf - 1) / leaf;
    }

    /// The last segment that begins at or before place i: of several that begin there, the one that is not empty.
    __device__ unsigned segment_at(unsigned i, unsigned low) const {
        unsigned high = count;
        while (high - low > 1) {
            const unsigned middle = (low + high) / 2;
            if (begin(middle) <= i) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Leaf k of a segment of `size` elements.
    __device__ T leaf_value(unsigned first, unsigned size, unsigned k) const {
        const unsigned from = k * leaf;
        if constexpr (commutative) {
            if (size > row) {
                for (unsigned i = from; i < from + leaf; ++i) {
                    for (unsigned further = i + row; further < size; further += row)
                        element(first + i) = op(element(first + i), element(first + further));
                }
            }
            return small_tree<T>(
                from, size, [&](unsigned i) { return element(first + i); }, op);
        } else {
            const unsigned end = size - from < leaf ? size : from + leaf;
            T value = element(first + from);
            for (unsigned i = from + 1; i < end; ++i) value = op(value, element(first + i));
            return value;
        }
    }

    /// Combines 16 leaves, from leaf `k` on.
    __device__ T leaf_tree(unsigned first, unsigned leaves, unsigned k) const {
        return small_tree<T>(
            k, leaves, [&](unsigned i) { return element(first + i * leaf); }, op);
    }
};

/// All leaves, each to the place of its first element; segments of one leaf to the output. A thread takes those that
/// start among its 16 places.
template <class T, class Operator>
__device__ __forceinline__ void reduce_leaves(const staged_segments<T, Operator>& staged,
                                              const segment_result<T, Operator>& result, T* output) {
    const unsigned elements = staged.begin(staged.count);
    for (unsigned place = threadIdx.x * leaf; place < elements; place += lanes * leaf) {
        const unsigned end = place + leaf < elements ? place + leaf : elements;
        unsigned s = staged.segment_at(place, 0);
        unsigned first = staged.begin(s);
        unsigned k = (place - first + leaf - 1) / leaf;
        for (;;) {
            const unsigned next = staged.begin(s + 1), size = next - first, leaves = staged.leaves_of(size);
            if (k < leaves && first + k * leaf < end) {
                const T value = staged.leaf_value(first, size, k);
                if (leaves == 1) {
                    output[s] = result.of(value);
                } else {
                    staged.element(first + k * leaf) = value;
                }
            }
            if (next >= end) break;
            ++s;
            if (staged.begin(s + 1) == next) s = staged.segment_at(next, s);  // past empty ones
            first = next;
            k = 0;
        }
    }
}

/// Segments of no leaf, and of several; those of more than 16 are left to warps.
template <class T, class Operator>
__device__ __forceinline__ void reduce_short(const staged_segments<T, Operator>& staged,
                                             const segment_result<T, Operator>& result, T* output, unsigned* long_ones,
                                             unsigned& long_count) {
    reduce_leaves(staged, result, output);
    __syncthreads();
    for (unsigned s = threadIdx.x; s < staged.count; s += lanes) {
        const unsigned first = staged.begin(s), leaves = staged.leaves_of(staged.begin(s + 1) - first);
        if (leaves == 0) output[s] = result.empty();
        if (leaves > 1 && leaves <= leaf) output[s] = result.of(staged.leaf_tree(first, leaves, 0));
        if (leaves > leaf) long_ones[atomicAdd(&long_count, 1u)] = s;
    }
    __syncthreads();
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (unsigned i = warp; i < long_count; i += lanes / 32) {
        const unsigned s = long_ones[i], first = staged.begin(s);
        const unsigned leaves = staged.leaves_of(staged.begin(s + 1) - first);
        T value{};
        if (lane * leaf < leaves) value = staged.leaf_tree(first, leaves, lane * leaf);
        value = warp_tree<32>(value, (leaves + leaf - 1) / leaf, staged.op);
        if (lane == 0) output[s] = result.of(value);
    }
}

/// What one lane combines of a chunk at any address, where the operator is known to commute. Rows are read as if they
/// began at the 16-byte boundary before the chunk, `shift` elements early, so that every load is aligned; so each
/// accumulator of a lane is `shift` places further than its own, and they change places by `exchange`, shared memory
/// for a row.
template <class T, class Operator>
__device__ __forceinline__ reduce_kernels::lane_result<T> accumulate_shifted_rows(const T* chunk, std::uint64_t count,
                                                                                  Operator op, T* exchange) {
    constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T)), row = lanes * width;
    constexpr unsigned in_flight = 3;
    const unsigned shift = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(chunk) / sizeof(T) % width);
    const unsigned mine = threadIdx.x * width;
    const T* const start = chunk - shift + mine;  // of lane 0, the first `shift` elements are none of the chunk's
    const unsigned missing = threadIdx.x == 0 ? shift : 0;
    const unsigned rows = static_cast<unsigned>((count + shift) / row);
    const unsigned rest = static_cast<unsigned>((count + shift) % row);

    piece<T, width> sum{};
    if (rows != 0) {
        if (missing == 0) {
            detail::load<caching::normal>(start, sum);
        } else {
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                if (v >= missing) sum.element[v] = start[v];
            }
        }
    }
    if (rows > 1) {
        piece<T, width> next;
        detail::load<caching::normal>(start + row, next);
#pragma unroll
        for (unsigned v = 0; v < width; ++v)
            sum.element[v] = v < missing ? next.element[v] : static_cast<T>(op(sum.element[v], next.element[v]));
    }
    for (unsigned r = 2; r < rows; r += in_flight) {
        piece<T, width> next[in_flight];
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) {
            if (r + i < rows) detail::load<caching::normal>(start + std::uint64_t{r + i} * row, next[i]);
        }
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) {
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                if (r + i < rows) sum.element[v] = op(sum.element[v], next[i].element[v]);
            }
        }
    }
#pragma unroll
    for (unsigned v = 0; v < width; ++v) {
        const bool has_rest = mine + v < rest && (rows != 0 || v >= missing);
        const bool has_sum = rows > 1 || (rows == 1 && v >= missing);
        T value = sum.element[v];
        if (has_rest) {
            const T last = start[std::uint64_t{rows} * row + v];
            value = has_sum ? static_cast<T>(op(value, last)) : last;
        }
        if (has_rest || has_sum) exchange[mine + v >= shift ? mine + v - shift : mine + v + row - shift] = value;
    }
    __syncthreads();
    const unsigned filled = count < row ? static_cast<unsigned>(count) : row;
    T value{};
    if (mine < filled) {
        value = small_tree<T, width>(
            mine, filled, [&](unsigned i) { return exchange[i]; }, op);
    }
    return {value, (filled + width - 1) / width};
}

/// The same of any other operator: lane i folds the i-th run of `run` elements. They come through shared memory, a few
/// of every run at a time, so that neighbouring threads read neighbouring elements.
template <class T, class Operator>
__device__ __forceinline__ reduce_kernels::lane_result<T> accumulate_staged_runs(const T* chunk, std::uint64_t count,
                                                                                 std::uint64_t run, Operator op,
                                                                                 T* staged) {
    using shape = share<T>;
    constexpr unsigned fits = shape::most / lanes >= 16  ? 16
                              : shape::most / lanes >= 8 ? 8
                              : shape::most / lanes >= 4 ? 4
                                                         : 2;
    const unsigned together = run < fits ? static_cast<unsigned>(run) : fits;  // both are powers of two
    const std::uint64_t mine = threadIdx.x * run;
    T value{};
    for (std::uint64_t done = 0; done < run; done += together) {
        if (done != 0) __syncthreads();
#pragma unroll 4
        for (unsigned i = threadIdx.x; i < lanes * together; i += lanes) {
            const std::uint64_t from = i / together * run + done + i % together;
            if (from < count) staged[shape::place(i)] = chunk[from];
        }
        __syncthreads();
        for (unsigned i = 0; i < together; ++i) {
            if (mine + done + i >= count) break;
            const T& element = staged[shape::place(threadIdx.x * together + i)];
            value = done + i == 0 ? element : static_cast<T>(op(value, element));
        }
    }
    return {value, static_cast<unsigned>((count + run - 1) / run)};
}

/// One chunk at any address by one block; thread 0 gets the result. `memory` is a share's.
template <class T, class Operator>
__device__ __forceinline__ T reduce_chunk_anywhere(const T* chunk, std::uint64_t count, std::uint64_t full, Operator op,
                                                   T* memory, T* warps) {
    reduce_kernels::lane_result<T> mine;
    if constexpr (!is_commutative<Operator, T>) {
        mine = accumulate_staged_runs(chunk, count, full / lanes, op, memory);
    } else if constexpr (sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0) {
        mine = accumulate_shifted_rows(chunk, count, op, memory);
    } else {
        mine = reduce_kernels::accumulate_rows<reading::elements>(contiguous<T>{chunk}, 0, count, op);
    }
    return block_tree<lanes>(mine.value, mine.filled_lanes, op, warps);
}

/// Partial results, as they come, as one more chunk: one load's worth at a time, since registers are scarce here.
template <class T, class Operator>
__device__ __forceinline__ T reduce_incoming(const incoming<T>& sent, unsigned count, Operator op, T* warps) {
    T value{};
    unsigned filled_lanes;
    if constexpr (is_commutative<Operator, T>) {
        constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T)), row = lanes * width;
        const unsigned filled = count < row ? count : row, mine = threadIdx.x * width;
        piece<T, width> sum{};
        for (unsigned i = mine; i < count; i += row) {
            const unsigned available = count - i < width ? count - i : width;
            const piece<T, width> next = read_some<width>(sent, i, available);
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                if (v < available)
                    sum.element[v] = i < row ? next.element[v] : static_cast<T>(op(sum.element[v], next.element[v]));
            }
        }
#pragma unroll
        for (unsigned distance = 1; distance < width; distance *= 2) {
#pragma unroll
            for (unsigned v = 0; v + distance < width; v += 2 * distance) {
                if (mine + v + distance < filled) sum.element[v] = op(sum.element[v], sum.element[v + distance]);
            }
        }
        value = sum.element[0];
        filled_lanes = (filled + width - 1) / width;
    } else {
        const unsigned run = (count + lanes - 1) / lanes, begin = threadIdx.x * run;
        for (unsigned i = begin; i < begin + run && i < count; ++i)
            value = i == begin ? sent(i) : static_cast<T>(op(value, sent(i)));
        filled_lanes = (count + run - 1) / run;
    }
    return block_tree<lanes>(value, filled_lanes, op, warps);
}

/// A chunk of a segment that is too long for shared memory.
template <class T>
struct chunk_of_segment {
    const T* first;
    std::uint64_t left;   ///< elements of the segment, from the first on
    std::uint64_t chunk;  ///< elements in every chunk but the last
    std::uint64_t index, chunks;
    std::uint64_t work;   ///< elements and segments before it
    std::uint64_t slots;  ///< where the segment's partial results are: two for every 4,096 elements, which is enough

    /// The first of those that start at or after `from`; there may be none.
    chunk_of_segment() = default;
    __device__ chunk_of_segment(const T* data, const boundary& segment, std::uint64_t from) {
        const canonical_order::chunking cut(segment.size);
        chunk = cut.chunk;
        chunks = cut.chunks;
        index = segment.work >= from ? 0 : (from - segment.work + chunk - 1) / chunk;
        first = data + segment.begin + index * chunk;
        left = segment.size - index * chunk;
        work = segment.work + index * chunk;
        slots = segment.work / 2048;
    }
    __device__ void advance() {
        ++index;
        first += chunk;
        left -= chunk;
        work += chunk;
    }
};

/// The chunks that start in a block's share, from `from` to `to`, of a segment that is too long for shared memory. What
/// is known of the chunk stands in shared memory: registers are for the elements.
template <class T, class Operator>
__device__ __forceinline__ void reduce_long(chunk_of_segment<T>& mine, std::uint64_t to,
                                            const segment_result<T, Operator>& result, mailbox<T> partials, T* output,
                                            T* memory, T* warps) {
    while (mine.index < mine.chunks && mine.work < to) {
        const std::uint64_t count = mine.left < mine.chunk ? mine.left : mine.chunk;
        T value = reduce_chunk_anywhere(mine.first, count, mine.chunk, result.op, memory, warps);
        if (mine.chunks > 1) {
            mailbox<T> box = partials;
            box.slots += mine.slots * mailbox<T>::words;
            const unsigned tag = box.counted_tag();
            if (threadIdx.x == 0) box.send(mine.index, value, tag);
            __syncthreads();
            if (mine.index + 1 == mine.chunks) {
                value = reduce_incoming(incoming<T>{box, tag}, static_cast<unsigned>(mine.chunks), result.op, warps);
            }
        }
        if (threadIdx.x == 0 && mine.index + 1 == mine.chunks) *output = result.of(value);
        __syncthreads();
        if (threadIdx.x == 0) mine.advance();
        __syncthreads();
    }
}

/// One block a share.
template <class Segments, class T, class Operator>
__global__ void __launch_bounds__(lanes, sizeof(T) <= 8 ? resident_blocks : 1)
    segments_kernel(const T* data, Segments segments, segment_result<T, Operator> result, mailbox<boundary> starts,
                    mailbox<T> partials, T* output) {
    using shape = share<T>;
    alignas(16) __shared__ unsigned char memory[shape::memory_bytes];
    __shared__ unsigned long_ones[shape::most_long + 1];
    __shared__ unsigned long_count;
    __shared__ T warps[lanes / 32];
    __shared__ chunk_of_segment<T> chunk;
    __shared__ boundary bounds[2];  // in shared memory, where they cost no registers until the end
    if (threadIdx.x < 2) {
        bounds[threadIdx.x] = start_of(segments, shape::work, blockIdx.x + threadIdx.x, starts);
        if (threadIdx.x == 0) long_count = 0;
    }
    __syncthreads();
    const boundary &start = bounds[0], &end = bounds[1];

    const bool last_is_long = end.segment > start.segment && end.size > shape::longest;
    const unsigned count = static_cast<unsigned>(end.segment - start.segment) - (last_is_long ? 1 : 0);
    if (count != 0) {
        const staged_segments<T, Operator> staged{reinterpret_cast<T*>(memory),
                                                  reinterpret_cast<unsigned*>(memory + shape::memory_bytes) - 1, count,
                                                  result.op};
        const std::uint64_t before = segments.before(start.segment);
        for (unsigned s = threadIdx.x; s <= count; s += lanes)
            staged.begin(s) = static_cast<unsigned>(segments.before(start.segment + s) - before);

        const unsigned elements = static_cast<unsigned>(segments.before(start.segment + count) - before);
        if (elements != 0) {
            cursor<T, Segments> next(data, segments, start.segment, start.begin + start.size);
            for (unsigned i = threadIdx.x; i < elements; i += lanes * shape::loads) {
                T values[shape::loads];
#pragma unroll
                for (unsigned u = 0; u < shape::loads; ++u) {
                    const T* const from = next.advance();
                    if (i + u * lanes < elements) values[u] = *from;
                }
#pragma unroll
                for (unsigned u = 0; u < shape::loads; ++u) {
                    if (i + u * lanes < elements) staged.element(i + u * lanes) = values[u];
                }
            }
        }
        __syncthreads();
        reduce_short(staged, result, output + start.segment, long_ones, long_count);
    }

    const std::uint64_t from = blockIdx.x * std::uint64_t{shape::work};
    for (unsigned which = 0; which < 2; ++which) {
        if (which == 0 ? start.size <= shape::longest : !last_is_long) continue;
        __syncthreads();
        if (threadIdx.x == 0) chunk = chunk_of_segment<T>(data, bounds[which], from);
        __syncthreads();
        reduce_long(chunk, from + shape::work, result, partials, output + bounds[which].segment - 1,
                    reinterpret_cast<T*>(memory), warps);
    }
}

}  // namespace segment_kernels

/// Stream-ordered: the reduction of each segment of `data` to `output`.
template <class T, class Segments, class Operator>
void reduce_segments(const device_policy& policy, const T* data, std::uint64_t elements, const Segments& segments,
                     const segment_result<T, Operator>& result, T* output) {
    using namespace segment_kernels;
    constexpr std::uint64_t share_work = share<T>::work, one_chunk = 8192;
    constexpr bool by_offsets = !std::is_same_v<Segments, equal_segments>;
    const std::uint64_t work = elements + segments.count;
    const std::uint64_t shares = (work + share_work - 1) / share_work, boundaries = by_offsets ? shares + 1 : 0;
    mailbox<boundary> starts{};
    mailbox<T> partials{};
    const std::uint64_t longest = by_offsets ? elements : segments.size(0);
    if (by_offsets || longest > one_chunk) {
        const std::uint64_t start_words = boundaries * mailbox<boundary>::words;
        const std::uint64_t partial_words = (work / 2048 + 1) * mailbox<T>::words;
        const scratch_memory scratch =
            detail::scratch_of(policy, (start_words + partial_words) * sizeof(std::uint64_t));
        starts = {scratch.slots, scratch.launches};
        partials = {scratch.slots + start_words, scratch.launches};
        if constexpr (by_offsets) {
            constexpr unsigned warps = plan_threads / 32;
            launch(plan_kernel<std::remove_cvref_t<decltype(*segments.offsets)>>,
                   detail::launch_of(policy, (boundaries + warps - 1) / warps, plan_threads), segments, share_work,
                   boundaries, starts);
        } else {
            launch(count_launch_kernel<unsigned>, detail::launch_of(policy, 1, 1), scratch.launches);
        }
    }
    launch(segments_kernel<Segments, T, Operator>, detail::launch_of(policy, shares, lanes), data, segments, result,
           starts, partials, output);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
