// The library's segmented reduction on a GPU, and in the executor: one launch, whatever the lengths.
//
// The work, elements and segments counted alike, is cut into equal shares, one a warp. A warp looks for its first
// segment and the next warp's: first where they stand if all segments are equally long, else by a search with 16
// pivots; meanwhile the warps of a small input fetch all of it into the cache. It takes the segments that start in its
// share, 32 at a time: short ones by 4, 16 or 32 lanes each, so that several loads are under way at once; longer ones,
// of up to a few shares, by all its lanes, one after another.
//
// Still longer segments are the block's, when its warps are done: it takes those chunks of their canonical order that
// start in its shares. The partial results of a segment of several chunks are combined as one more chunk by the block
// that finds, by a count of those that are done, that it was the last; so that no block waits for another.
//
// All of it is in the canonical order: 32 lanes of a chunk's 512 are a group, which a warp combines by shuffles; the
// results of the 16 groups are combined as the tree goes on.
//
// Sources: D. Merrill and M. Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication (2016), for shares of
// equal work; N. Bell and M. Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented
// Processors (2009), for lanes, and warps, a segment.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/segments.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/mailbox.hpp>
#include <strider/cuda/neighbour_tree.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/read.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace segment_kernels {

using canonical_order::lanes;

inline constexpr unsigned threads = 256;          ///< of a block
inline constexpr unsigned shares = threads / 32;  ///< of a block, one a warp
inline constexpr unsigned groups = lanes / 32;    ///< of a chunk

/// Blocks that a multiprocessor is to hold: registers are few, so that many loads are under way. (On an H200 at 2^28
/// elements, five are up to 12% faster than four for segments by offsets, and 6 to 18% slower for equal ones.)
template <class Segments>
inline constexpr unsigned resident_blocks = 5;
template <>
inline constexpr unsigned resident_blocks<equal_segments> = 4;

/// How the work is cut, by its amount alone: few segments are to keep a whole GPU busy, many are to cost few searches.
/// It is small: a kernel that reads only the first 48 bytes of its arguments at its start starts sooner.
struct cutting {
    static constexpr unsigned most_share = 4096;
    unsigned share;    ///< elements and segments of a warp
    unsigned slice;    ///< of the input, in bytes, that a warp fetches while it searches
    unsigned fetched;  ///< of the input, in bytes, by all of them
    double mean;       ///< segments for each element and segment

    cutting(std::uint64_t work, std::uint64_t segments, std::uint64_t bytes)
        : share(work < 3u << 18 ? 256 : 512), mean(static_cast<double>(segments) / static_cast<double>(work)) {
        while (share < most_share && share < work / 4096) share *= 2;
        // Larger ones are slower for it (8 MiB: 3%): their many loads are under way at once anyhow.
        constexpr std::uint64_t most_fetched = 6u << 20;
        const std::uint64_t warps = (work + share - 1) / share;
        fetched = bytes <= most_fetched ? static_cast<unsigned>(bytes) : 0;
        slice = static_cast<unsigned>(fetched / warps / detail::line_bytes + 1) * detail::line_bytes;
    }

    /// The longest segment that one warp takes: one chunk at most.
    __device__ unsigned longest() const { return share == most_share ? 2 * share : 4 * share; }
};

/// Of a block: those that start in its shares, and one that started before.
inline constexpr unsigned most_long = shares / 2 + 2;

/// Fetches the warp's slice of the input into the second-level cache: by all of them together, all of it.
__device__ __forceinline__ void fetch_slice(const void* data, const cutting& cut) {
    const unsigned from = threadIdx.x % 32 * detail::line_bytes;
    const unsigned at = (blockIdx.x * shares + threadIdx.x / 32) * cut.slice + from;
    if (from < cut.slice && at < cut.fetched) detail::fetch_line(static_cast<const char*>(data) + at);
}

/// As segment_after, by 16 lanes: the halves of a warp find a boundary each. `meanwhile` is called while the first
/// pivots are under way. It returns a 0 that the compiler cannot know; otherwise it would wait for them before the
/// call.
template <class Offset, class Meanwhile>
__device__ __forceinline__ std::uint64_t segment_after_by_half(const offset_segments<Offset>& segments,
                                                               std::uint64_t work, double mean, Meanwhile meanwhile) {
    constexpr unsigned pivots = 16;
    const unsigned lane = threadIdx.x % pivots, half = threadIdx.x % 32 / pivots;
    const auto count_of = [&](bool less) {
        return static_cast<unsigned>(__popc(__ballot_sync(~0u, less) >> (half * pivots) & ((1u << pivots) - 1)));
    };
    const auto less_than_work = [&](std::uint64_t pivot, std::uint64_t end) {
        return count_of(pivot < end && segments.place(pivot) + pivot < work);
    };

    const std::uint64_t guess = static_cast<std::uint64_t>(static_cast<double>(work) * mean);
    std::uint64_t low = guess < pivots / 2 ? 0 : guess - pivots / 2, high = segments.count;
    if (low > high) low = high;
    const std::uint64_t pivot = low + lane, before = pivot < high ? segments.place(pivot) : 0, none = meanwhile();
    const unsigned found = count_of(pivot < high && before + pivot + none < work);
    if (found < pivots && low + found < high) high = low + found;
    low = found == 0 && low != 0 ? 0 : low + found;
    while (__any_sync(~0u, low < high)) {
        const std::uint64_t step = (high - low + pivots - 1) / pivots;
        const unsigned left = less_than_work(low + (lane + 1) * step - 1, high);
        if (low < high) {
            const std::uint64_t next = low + (left + 1) * step - 1;
            low += left * step;
            if (next < high) high = next;
        }
    }
    return low;
}
template <class Meanwhile>
__device__ __forceinline__ std::uint64_t segment_after_by_half(const equal_segments& segments, std::uint64_t work,
                                                               double, Meanwhile meanwhile) {
    meanwhile();
    return segment_after(segments, work);
}

/// Where missing elements can be filled in, the tree need not know of them.
template <class T, class Operator>
inline constexpr bool fills = has_exact_neutral<T, Operator>;
template <class T, class Operator>
__device__ __forceinline__ T missing() {
    if constexpr (fills<T, Operator>) {
        return neutral<T, Operator>();
    } else {
        return T{};
    }
}

/// Consecutive elements at any address.
template <class T>
struct elements_at {
    static constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    static constexpr unsigned alignment = detail::widest_word(width * sizeof(T));
    const T* data;

    __device__ T operator()(std::uint64_t i) const { return data[i]; }
    /// The first `available` of `width` elements, in one load where the address allows it.
    __device__ __forceinline__ piece<T, width> read(std::uint64_t first, unsigned available, T otherwise) const {
        piece<T, width> elements;
        const T* const from = data + first;
        if (available >= width && reinterpret_cast<std::uintptr_t>(from) % alignment == 0) {
            detail::load<caching::normal>(from, elements);
        } else {
#pragma unroll
            for (unsigned v = 0; v < width; ++v) {
                elements.element[v] = otherwise;
                if (v < available) elements.element[v] = from[v];
            }
        }
        return elements;
    }
};

/// The partial results of a segment's chunks. Words of mailboxes with a tag that no launch has.
template <class T>
struct partials {
    static constexpr unsigned width = elements_at<T>::width;
    mailbox<T> box;

    __device__ T operator()(std::uint64_t i) const { return look(box, i, 0).value; }
    __device__ __forceinline__ piece<T, width> read(std::uint64_t first, unsigned available, T otherwise) const {
        piece<T, width> elements;
#pragma unroll
        for (unsigned v = 0; v < width; ++v) elements.element[v] = v < available ? (*this)(first + v) : otherwise;
        return elements;
    }
};

/// How many of the first `count` are left from `first` on.
__device__ __forceinline__ unsigned left_of(unsigned count, unsigned first) {
    return first < count ? count - first : 0;
}

/// The neighbour tree over the first `available` elements, at least one.
template <class T, unsigned Width, class Operator>
__device__ __forceinline__ T tree_of(piece<T, Width>& elements, unsigned available, Operator op) {
#pragma unroll
    for (unsigned distance = 1; distance < Width; distance *= 2) {
#pragma unroll
        for (unsigned v = 0; v + distance < Width; v += 2 * distance) {
            if (fills<T, Operator> || v + distance < available)
                elements.element[v] = op(elements.element[v], elements.element[v + distance]);
        }
    }
    return elements.element[0];
}

/// The tree over a warp's lanes, of which the first `filled` have a value; every lane gets the result.
template <class T, class Operator>
__device__ __forceinline__ T tree_of_group(T value, unsigned filled, Operator op) {
    if constexpr (fills<T, Operator> && has_warp_reduce<Operator, T>) {
        return warp_reduce(value, op);
    } else {
        return shuffle_from(warp_tree<32>(value, fills<T, Operator> ? 32 : filled, op), 0);
    }
}

template <class Source, class Operator>
__device__ __forceinline__ auto fold(const Source& source, unsigned first, unsigned count, Operator op) {
    auto value = source(first);
    for (unsigned i = 1; i < count; ++i) value = op(value, source(first + i));
    return value;
}

/// What a lane combines of a chunk that is one row at most: the elements from the lane's first on.
template <class T, class Operator>
inline constexpr unsigned unit =
    is_commutative<Operator, T> ? elements_at<T>::width : static_cast<unsigned>(canonical_order::chunk_size(1) / lanes);

/// `Groups` neighbouring groups of a chunk of `count` elements, where a full one has `full` (neither can be 2^32: that
/// would be one of 16,384 chunks): every lane gets the results. Those behind the last element get none.
template <unsigned Groups, class Source, class T, class Operator>
__device__ __forceinline__ void reduce_groups(const Source& source, unsigned count, unsigned full, unsigned first_group,
                                              Operator op, T (&results)[Groups]) {
    const unsigned lane = first_group * 32 + threadIdx.x % 32;  // of the chunk's
    if constexpr (is_commutative<Operator, T>) {
        constexpr unsigned width = Source::width, row = lanes * width, next_group = 32 * width;
        const unsigned mine = lane * width;
        piece<T, width> sum[Groups], next[Groups];
#pragma unroll
        for (unsigned g = 0; g < Groups; ++g) {
            const unsigned first = mine + g * next_group;
            sum[g] = source.read(first, left_of(count, first), missing<T, Operator>());
        }
        unsigned left = left_of(count, row), r = row;  // from r on
#pragma unroll 2
        for (; left >= row; left -= row, r += row) {
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) next[g] = source.read(r + mine + g * next_group, width, T{});
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) sum[g].element[v] = op(sum[g].element[v], next[g].element[v]);
            }
        }
        if (left != 0) {
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) {
                const unsigned first = mine + g * next_group;
                next[g] = source.read(r + first, left_of(left, first), missing<T, Operator>());
            }
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) {
                    if (fills<T, Operator> || v < left_of(left, mine + g * next_group))
                        sum[g].element[v] = op(sum[g].element[v], next[g].element[v]);
                }
            }
        }
        const unsigned filled = count < row ? count : row;
#pragma unroll
        for (unsigned g = 0; g < Groups; ++g) {
            const T value = tree_of(sum[g], left_of(filled, mine + g * next_group), op);
            results[g] = tree_of_group(value, left_of((filled + width - 1) / width, (first_group + g) * 32), op);
        }
    } else {
        const unsigned run = (full + lanes - 1) / lanes;
#pragma unroll
        for (unsigned g = 0; g < Groups; ++g) {
            const unsigned first = (lane + g * 32) * run, left = left_of(count, first);
            T value = missing<T, Operator>();
            if (left != 0) value = fold(source, first, left < run ? left : run, op);
            results[g] = tree_of_group(value, left_of((count + run - 1) / run, (first_group + g) * 32), op);
        }
    }
}

/// How many groups of a chunk have elements.
template <class T, class Operator>
__device__ __forceinline__ unsigned groups_of(unsigned count, unsigned full) {
    const unsigned each = is_commutative<Operator, T> ? 32 * elements_at<T>::width : 32 * ((full + lanes - 1) / lanes);
    return count >= groups * each ? groups : (count + each - 1) / each;
}

/// A segment of one chunk by a warp; every lane gets the result.
template <class T, class Operator>
__device__ __forceinline__ T reduce_by_warp(const T* segment, unsigned count, Operator op) {
    constexpr unsigned at_once = 4, full = 1u << canonical_order::chunk_bits(1);
    const unsigned filled = groups_of<T, Operator>(count, full), lane = threadIdx.x % 32;
    T mine = missing<T, Operator>();
    for (unsigned first = 0; first < filled; first += at_once) {
        T results[at_once];
        reduce_groups(elements_at<T>{segment}, count, full, first, op, results);
#pragma unroll
        for (unsigned g = 0; g < at_once; ++g) {
            if (lane == first + g) mine = results[g];
        }
    }
    return tree_of_group(mine, filled, op);
}

/// A chunk by a block; thread 0 gets the result. One barrier; `results` is shared memory for one value a group, which
/// may be written again after the next one.
template <class Source, class T, class Operator>
__device__ __forceinline__ T reduce_by_block(const Source& source, unsigned count, unsigned full, Operator op,
                                             T* results) {
    constexpr unsigned each = groups / shares;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    T mine[each];
    reduce_groups(source, count, full, warp * each, op, mine);
    if (lane == 0) {
#pragma unroll
        for (unsigned g = 0; g < each; ++g) results[warp * each + g] = mine[g];
    }
    __syncthreads();
    T value = missing<T, Operator>();
    if (warp == 0) {
        const unsigned filled = groups_of<T, Operator>(count, full);
        if (lane < filled) value = results[lane];
        value = tree_of_group(value, filled, op);
    }
    return value;
}

/// A segment for each lane; those of at most `lanes_each` units are reduced by so many lanes each, and their lane gets
/// the total.
template <class T, class Operator>
__device__ __forceinline__ void reduce_short(const T* data, std::uint64_t begin, unsigned size, unsigned segments,
                                             unsigned lanes_each, Operator op, T& total) {
    constexpr unsigned each = unit<T, Operator>, at_once = sizeof(T) > 16 ? 1 : 4;
    const unsigned lane = threadIdx.x % 32, within = lane % lanes_each, together = 32 / lanes_each;
    const unsigned before_mine = within * each;
    const bool is_short = size <= lanes_each * each;
    for (unsigned first = 0; first < segments; first += at_once * together) {
        unsigned left[at_once];  // from my first element on
        const T* from[at_once];
        T value[at_once];
        piece<T, elements_at<T>::width> elements[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            const unsigned segment = first + u * together + lane / lanes_each;
            const unsigned count = __shfl_sync(~0u, is_short ? size : 0, segment);
            from[u] = data + __shfl_sync(~0u, begin, segment) + before_mine;
            left[u] = count > before_mine ? count - before_mine : 0;
            if constexpr (is_commutative<Operator, T>)
                elements[u] = elements_at<T>{from[u]}.read(0, left[u], missing<T, Operator>());
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            value[u] = missing<T, Operator>();
            if constexpr (is_commutative<Operator, T>) {
                value[u] = tree_of(elements[u], left[u], op);
            } else if (left[u] != 0) {
                value[u] = fold(elements_at<T>{from[u]}, 0, left[u] < each ? left[u] : each, op);
            }
        }
        for (unsigned distance = 1; distance < lanes_each; distance *= 2) {
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                const T right = shuffle_down(value[u], distance);
                if (fills<T, Operator> || left[u] > distance * each) value[u] = op(value[u], right);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            const unsigned mine = lane - first - u * together;  // at which of them my segment is
            const T result = shuffle_from(value[u], mine * lanes_each);
            if (is_short && mine < together) total = result;
        }
    }
}

/// A segment for each lane, of which those in `which` have one row at most. They are reduced group by group by all
/// lanes, several groups at once, be they of one segment or of several; their lane gets the total.
template <class T, class Operator>
__device__ __forceinline__ void reduce_by_groups(const T* data, std::uint64_t begin, unsigned size, unsigned which,
                                                 Operator op, T& total) {
    constexpr unsigned each = unit<T, Operator>, group = 32 * each, at_once = sizeof(T) > 16 ? 1 : 4;
    const unsigned lane = threadIdx.x % 32;
    T of_group = missing<T, Operator>();  // lane g has the result of group g
    unsigned first = 0;                   // of the segment's elements, where the next group begins
    while (which != 0) {
        unsigned segment[at_once], before[at_once], left[at_once];  // of the segment; the latter from the group on
        const T* from[at_once];
        piece<T, elements_at<T>::width> elements[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            segment[u] = static_cast<unsigned>(__ffs(static_cast<int>(which)) - 1);
            before[u] = first;
            left[u] = which != 0 ? __shfl_sync(~0u, size, segment[u]) - first : 0;
            from[u] = data + __shfl_sync(~0u, begin, segment[u]) + first + lane * each;
            if constexpr (is_commutative<Operator, T>) {
                elements[u] = elements_at<T>{from[u]}.read(0, left[u] > lane * each ? left[u] - lane * each : 0,
                                                           missing<T, Operator>());
            }
            first += group;
            if (left[u] <= group) {
                first = 0;
                which &= which - 1;
            }
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (left[u] == 0) break;
            const unsigned mine = left[u] > lane * each ? left[u] - lane * each : 0;
            T value = missing<T, Operator>();
            if constexpr (is_commutative<Operator, T>) {
                value = tree_of(elements[u], mine, op);
            } else if (mine != 0) {
                value = fold(elements_at<T>{from[u]}, 0, mine < each ? mine : each, op);
            }
            value = tree_of_group(value, left[u] < group ? (left[u] + each - 1) / each : 32, op);
            if (before[u] != 0 || left[u] > group) {
                if (lane == before[u] / group) of_group = value;
                if (left[u] > group) continue;
                value = tree_of_group(of_group, before[u] / group + 1, op);
                of_group = missing<T, Operator>();
            }
            if (lane == segment[u]) total = value;
        }
    }
}

/// Where what chunks leave for one another is: partial results, two for every 4,096 elements, which is enough; and how
/// many are done, zero before and after, for every 8,192 elements.
template <class T>
struct between_chunks {
    static constexpr std::uint64_t elements_a_slot = 2048, elements_a_count = 8192;
    mailbox<T> slots;
    unsigned* done;
};

/// The chunks of segment `s` that start in the block's shares, `from` to `to`; where they are the last to be done, also
/// its result.
template <class Segments, class T, class Operator>
__device__ __forceinline__ void reduce_long(const T* data, const Segments& segments, std::uint64_t s,
                                            std::uint64_t from, std::uint64_t to,
                                            const segment_result<T, Operator>& result, between_chunks<T> between,
                                            T* output, T (*results)[groups], bool& last) {
    const std::uint64_t size = segments.size(s), work = segments.place(s) + s;
    const T* const elements = data + segments.begin(s);
    const canonical_order::chunking cut(size);
    between.slots.slots += work / between.elements_a_slot * mailbox<T>::words;
    unsigned* const done = between.done + work / between.elements_a_count;

    const unsigned chunks = static_cast<unsigned>(cut.chunks), full = static_cast<unsigned>(cut.chunk);
    std::uint64_t first = 0;  // element of a chunk
    if (work < from) {
        if (chunks == 1) return;
        first = (from - work + full - 1) >> cut.bits << cut.bits;
    }
    unsigned mine = 0;
    for (; first < size && work + first < to; first += full, ++mine) {
        const unsigned count = size - first < full ? static_cast<unsigned>(size - first) : full;
        const T value = reduce_by_block(elements_at<T>{elements + first}, count, full, result.op, results[mine % 2]);
        if (threadIdx.x == 0) {
            if (chunks == 1) {
                output[s] = result.of(value);
            } else {
                between.slots.send(first >> cut.bits, value, 0);
            }
        }
    }
    if (mine == 0 || chunks == 1) return;
    if (threadIdx.x == 0) {
        const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> chunks_done(*done);
        last = chunks_done.fetch_add(mine, ::cuda::memory_order_acq_rel) + mine == chunks;
        if (last) chunks_done.store(0, ::cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (!last) return;
    const T value = reduce_by_block(partials<T>{between.slots}, chunks, chunks, result.op, results[mine % 2]);
    if (threadIdx.x == 0) output[s] = result.of(value);
}

template <class Segments, class T, class Operator>
__global__ void __launch_bounds__(threads, sizeof(T) <= 8 ? resident_blocks<Segments> : 2)
    segments_kernel(const T* data, Segments segments, cutting cut, segment_result<T, Operator> result,
                    between_chunks<T> between, T* output) {
    __shared__ T results[2][groups];
    __shared__ std::uint64_t long_ones[most_long];
    __shared__ unsigned long_count;
    __shared__ volatile unsigned zero;
    __shared__ bool last;
    if (threadIdx.x == 0) zero = long_count = 0;

    constexpr unsigned each = unit<T, Operator>;
    const unsigned lane = threadIdx.x % 32;
    const std::uint64_t from = std::uint64_t{blockIdx.x} * shares * cut.share, to = from + shares * cut.share;
    const std::uint64_t share = from + threadIdx.x / 32 * cut.share;
    const auto fetch = [&] {
        fetch_slice(data, cut);
        __syncthreads();
        return static_cast<unsigned>(zero);
    };
    const std::uint64_t boundary = segment_after_by_half(segments, share + lane / 16 * cut.share, cut.mean, fetch);
    const std::uint64_t first = __shfl_sync(~0u, boundary, 0), end = __shfl_sync(~0u, boundary, 16);

    if (threadIdx.x == 0 && first != 0) {  // the segment before may have chunks that start here
        const std::uint64_t size = segments.size(first - 1);
        if (size > cut.longest() && segments.place(first - 1) + first - 1 + size > from)
            long_ones[atomicAdd(&long_count, 1u)] = first - 1;
    }
    for (std::uint64_t s = first; s < end; s += 32) {
        const unsigned count = end - s < 32 ? static_cast<unsigned>(end - s) : 32;
        const bool mine = lane < count;
        const std::uint64_t begin = mine ? segments.begin(s + lane) : 0, size = mine ? segments.size(s + lane) : 0;
        if (size > cut.longest()) long_ones[atomicAdd(&long_count, 1u)] = s + lane;

        T total = missing<T, Operator>();
        const unsigned of_a_warp = size <= cut.longest() ? static_cast<unsigned>(size) : 0;
        const unsigned all = __ballot_sync(~0u, of_a_warp != 0);
        if (all != 0) {
            // Short ones by few lanes, where that leaves less to do for all lanes.
            unsigned lanes_each = 1, rest = __ballot_sync(~0u, of_a_warp > each);
            while (lanes_each < 16 && static_cast<unsigned>(__popc(rest)) > lanes_each) {
                lanes_each *= 2;
                rest = __ballot_sync(~0u, of_a_warp > lanes_each * each);
            }
            if (static_cast<unsigned>(__popc(rest)) <= lanes_each && rest != all) {
                reduce_short(data, begin, of_a_warp, count, lanes_each, result.op, total);
            } else {
                rest = all;
            }
            unsigned of_rows = __ballot_sync(~0u, of_a_warp > groups * 32 * each);
            reduce_by_groups(data, begin, of_a_warp, rest & ~of_rows, result.op, total);
            for (; of_rows != 0; of_rows &= of_rows - 1) {
                const unsigned which = static_cast<unsigned>(__ffs(static_cast<int>(of_rows)) - 1);
                const T* const segment = data + __shfl_sync(~0u, begin, which);
                const T value = reduce_by_warp(segment, __shfl_sync(~0u, of_a_warp, which), result.op);
                if (lane == which) total = value;
            }
        }
        if (mine && size <= cut.longest()) output[s + lane] = size == 0 ? result.empty() : result.of(total);
    }

    __syncthreads();
    for (unsigned i = 0; i < long_count; ++i) {
        reduce_long(data, segments, long_ones[i], from, to, result, between, output, results, last);
        __syncthreads();
    }
}

}  // namespace segment_kernels

/// Stream-ordered: the reduction of each segment of `data` to `output`.
template <class T, class Segments, class Operator>
void reduce_segments(const device_policy& policy, const T* data, std::uint64_t elements, const Segments& segments,
                     const segment_result<T, Operator>& result, T* output) {
    using namespace segment_kernels;
    using between_them = between_chunks<T>;
    const std::uint64_t work = elements + segments.count;
    const cutting cut(work, segments.count, elements * sizeof(T));
    between_them between{};
    const std::uint64_t longest = std::is_same_v<Segments, equal_segments> ? segments.size(0) : elements;
    if (canonical_order::chunking(longest).chunks > 1) {
        const std::uint64_t slots = (work / between_them::elements_a_slot + 1) * mailbox<T>::words;
        const std::uint64_t counts = work / between_them::elements_a_count + 1;
        between.slots.slots = detail::scratch_of(policy, slots * sizeof(std::uint64_t)).slots;
        between.done =
            reinterpret_cast<unsigned*>(detail::scratch_of(policy, counts * sizeof(unsigned), scratch_use::sums).slots);
    }
    const std::uint64_t of_block = std::uint64_t{shares} * cut.share;
    launch(segments_kernel<Segments, T, Operator>, detail::launch_of(policy, (work + of_block - 1) / of_block, threads),
           data, segments, cut, result, between, output);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
