// Segmented reduction on all cores: oneTBB spreads shares of equal numbers of elements and segments.
//
// A core takes its share's segments in their order. Where type and operator are common, those of up to 512 bytes go by
// vectors, many at once, and runs of one short length by whole vectors. Longer ones, and those of a caller's function,
// are reductions by themselves, those of several chunks with the help of other cores. Honours the caller's
// tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>

#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/reduce.hpp>
#include <strider/cpu/reduce_columns.hpp>
#include <strider/cpu/segmented_reduce/simd.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {

namespace cpu_backend {

/// One segment of at least one element.
template <class Source, class Operator, class T = source_value<Source>>
T reduce_segment(const Source& values, std::uint64_t size, Operator op) {
    if constexpr (!is_commutative<Operator, T>) {
        constexpr std::uint64_t run = canonical_order::chunk_size(1) / canonical_order::lanes;
        if (size <= run) {
            T total = rounded<Source>(values(0));
            for (std::uint64_t i = 1; i < size; ++i) total = op(total, rounded<Source>(values(i)));
            return total;
        }
    }
    if constexpr (free_of_order<Operator, T>) {
        if (size < parallel_from) return reduce_chunk(values, 0, size, size, op);
    }
    return reduce_source(cpu{}, values, size, op);
}

/// Where the last segment ends: rows may begin farther apart than they are long.
template <class Segments>
std::uint64_t end_of(const Segments& segments) {
    return segments.begin(segments.count - 1) + segments.size(segments.count - 1);
}

/// How many segments from `first` on, at most `most`, are known to follow each other and to have one length: the less
/// it is, the sooner that is found out.
inline std::uint64_t run_from(const equal_segments& segments, std::uint64_t, std::uint64_t most) {
    return segments.stride == segments.length ? most : 0;
}
template <class Offset>
std::uint64_t run_from(const offset_segments<Offset>& segments, std::uint64_t first, std::uint64_t most) {
    const std::uint64_t length = segments.size(first);
    most = std::min<std::uint64_t>(most, 256);
    if (segments.before(first + most) - segments.before(first) != most * length) return 0;
    const Offset* const offsets = segments.offsets + first;
    const auto step = static_cast<Offset>(length);
    Offset differ = 0;
    for (std::uint64_t i = 0; i < most; ++i) {
        differ = static_cast<Offset>(differ | static_cast<Offset>((offsets[i + 1] - offsets[i]) ^ step));
    }
    return differ == 0 ? most : 0;
}

/// The segments from `first` to `last`.
template <class Source, class T, class Segments, class Operator, class U>
void reduce_share(const Source& values, const Segments& segments, std::uint64_t first, std::uint64_t last,
                  const segment_result<T, Operator>& result, U* output) {
    const auto reduce_one = [&](std::uint64_t i) {
        const std::uint64_t size = segments.size(i);
        output[i] = size == 0
                        ? result.empty()
                        : result.of(reduce_segment(detail::elements_from(values, segments.begin(i)), size, result.op));
    };
    if constexpr (std::is_same_v<Source, contiguous<U>> && is_commutative<Operator, T> && has_simd_type<T> &&
                  has_simd_operator<Operator>) {
        const T* const data = values.data;
        constexpr unsigned together = 128;
        std::uint64_t begins[together];
        std::uint32_t sizes[together];
        while (first < last) {
            T* const totals = output + first;
            const std::uint64_t length = segments.size(first), begin = segments.begin(first);
            if (length != 0 && length <= longest_in_run) {
                const std::uint64_t run = run_from(segments, first, last - first);
                if (run != 0) {
                    reduce_simd_run({simd_type_of<T>(), simd_operator_of(result.op), data + begin, length, run,
                                     end_of(segments) - begin},
                                    totals);
                    for (std::uint64_t i = 0; result.given && i < run; ++i) totals[i] = result.of(totals[i]);
                    first += run;
                    continue;
                }
            }
            const std::uint64_t most = std::min<std::uint64_t>(together, last - first);
            unsigned count = 0;
            for (; count < most; ++count) {
                const std::uint64_t size = segments.size(first + count);
                if (size > most_in_segment<T>) break;
                begins[count] = segments.begin(first + count);
                sizes[count] = static_cast<std::uint32_t>(size);
            }
            reduce_simd_segments({simd_type_of<T>(), simd_operator_of(result.op), count, data, begins, sizes}, totals);
            for (unsigned i = 0; i < count; ++i) totals[i] = sizes[i] == 0 ? result.empty() : result.of(totals[i]);
            first += count;
            if (count < most) reduce_one(first++);
        }
    } else {
        for (; first < last; ++first) reduce_one(first);
    }
}

}  // namespace cpu_backend

/// The reduction of each segment of `values` to `output`.
template <element_source Source, class T, class Segments, class Operator, class U>
void reduce_segments(cpu, const Source& values, std::uint64_t, const Segments& segments,
                     const segment_result<T, Operator>& result, U* output) {
    const std::uint64_t work = segments.before(segments.count) + segments.count;
    const auto reduce_work = [&](std::uint64_t begin, std::uint64_t end) {
        cpu_backend::reduce_share(values, segments, segment_after(segments, begin), segment_after(segments, end),
                                  result, output);
    };
    if (work < cpu_backend::parallel_from_by<Source, Operator>) {
        reduce_work(0, work);
    } else {
        constexpr std::uint64_t least = cpu_backend::parallel_from / 8;
        cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(0, work, least),
                                 [&](const auto& range) { reduce_work(range.begin(), range.end()); });
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
