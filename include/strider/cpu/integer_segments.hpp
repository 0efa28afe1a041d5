// A segmented scan of integers a segment after the other, by any operator: where segments are long, and none so long
// that the other cores would wait for it.
//
// Integers need no canonical order, so that a segment is one fold, and no core has to know of another's. A fold waits
// for the operator at every element, so two segments that follow each other are under way at a time; but one beyond the
// caches, where a core waits for memory and that gives more to a single stream.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <strider/core/heads.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/past_caches.hpp>
#include <strider/cpu/widest_vectors.hpp>

namespace strider::cpu_backend {

/// The segments of `elements` elements, each from an offset to the next; and what stands before the first offset.
template <class Offset>
struct scan_segments {
    offset_heads<Offset> heads;
    std::uint64_t elements;

    std::uint64_t count() const { return heads.count + 1; }
    std::uint64_t first(std::uint64_t segment) const {
        return segment == 0 ? 0 : static_cast<std::uint64_t>(heads.offsets[segment - 1]);
    }
    std::uint64_t end(std::uint64_t segment) const {
        return segment == heads.count ? elements : static_cast<std::uint64_t>(heads.offsets[segment]);
    }
    /// The first segment from element `first` on.
    std::uint64_t from(std::uint64_t first) const {
        if (first == 0) return 0;
        const Offset* const found =
            std::partition_point(heads.offsets, heads.offsets + heads.count,
                                 [=](Offset offset) { return static_cast<std::uint64_t>(offset) < first; });
        return static_cast<std::uint64_t>(found - heads.offsets) + 1;
    }

    std::uint64_t longest() const {
        using range = tbb::blocked_range<std::uint64_t>;
        const auto longest_of = [this](const range& some, std::uint64_t longest) {
            for (std::uint64_t i = some.begin(); i < some.end(); ++i) longest = std::max(longest, end(i) - first(i));
            return longest;
        };
        if (count() < parallel_from) return longest_of({0, count()}, 0);
        return tbb::parallel_reduce(range(0, count(), parallel_from / 4), std::uint64_t{0}, longest_of,
                                    [](std::uint64_t a, std::uint64_t b) { return std::max(a, b); });
    }
};

/// Where a core stands in a segment.
template <class T>
struct segment_place {
    const T* from;
    T* to;
    std::uint64_t left;
    T fold;
};

/// The next element. (`fold` is what stands before it.)
template <bool Exclusive, class T, class Operator>
[[gnu::always_inline]] inline void scan_next(const T* element, T* to, T& fold, const Operator& op) {
    const T before = fold;
    fold = static_cast<T>(op(before, *element));
    *to = Exclusive ? before : fold;
}

/// The next `count` elements of one segment, or of two.
template <bool Exclusive, class T, class Operator>
[[gnu::always_inline]] inline void scan_some(std::uint64_t count, Operator op, segment_place<T>& a) {
    T fold = a.fold;
    for (std::uint64_t i = 0; i < count; ++i) scan_next<Exclusive>(a.from + i, a.to + i, fold, op);
    a = {a.from + count, a.to + count, a.left - count, fold};
}
template <bool Exclusive, class T, class Operator>
[[gnu::always_inline]] inline void scan_some(std::uint64_t count, Operator op, segment_place<T>& a,
                                             segment_place<T>& b) {
    T fold_a = a.fold, fold_b = b.fold;
    for (std::uint64_t i = 0; i < count; ++i) {
        scan_next<Exclusive>(a.from + i, a.to + i, fold_a, op);
        scan_next<Exclusive>(b.from + i, b.to + i, fold_b, op);
    }
    a = {a.from + count, a.to + count, a.left - count, fold_a};
    b = {b.from + count, b.to + count, b.left - count, fold_b};
}

/// The segments from `next` on, before `end`; by `pairs`, or one at a time.
template <bool Exclusive, bool Given, class T, class Offset, class Operator>
void scan_each(const scan_segments<Offset>& segments, std::uint64_t next, std::uint64_t end, const T* data,
               const T& init, Operator op, T* output, bool pairs) {
    // At the next segment that has elements; `left` is 0 where there is none.
    const auto begin = [&] {
        while (next != end) {
            const std::uint64_t first = segments.first(next), count = segments.end(next) - first;
            ++next;
            if (count == 0) continue;
            if constexpr (Given) return segment_place<T>{data + first, output + first, count, init};
            const T element = data[first];
            output[first] = element;
            if (count > 1) return segment_place<T>{data + first + 1, output + first + 1, count - 1, element};
        }
        return segment_place<T>{nullptr, nullptr, 0, T{}};
    };
    segment_place<T> a = begin();
    if (pairs) {
        for (segment_place<T> b = begin(); b.left != 0;) {
            scan_some<Exclusive>(std::min(a.left, b.left), op, a, b);
            if (a.left == 0) std::swap(a, b);
            if (a.left == 0) a = begin();
            if (b.left == 0) b = begin();
            if (a.left == 0) std::swap(a, b);
        }
    }
    for (; a.left != 0; a = begin()) scan_some<Exclusive>(a.left, op, a);
}

/// Are there enough elements a segment for this, and cores would not wait for the longest?
template <class Offset>
bool scans_each(const scan_segments<Offset>& segments, std::uint64_t cores) {
    // Shorter ones are faster by strips side by side (cpu/integer_strips.hpp).
    constexpr std::uint64_t elements_each = 40, shares = 4;
    if (segments.elements / segments.count() < elements_each) return false;
    return cores == 1 || segments.longest() <= segments.elements / (shares * cores);
}

template <bool Exclusive, class T, class Offset, class Operator>
void scan_each(const scan_segments<Offset>& segments, std::uint64_t cores, const T* data, bool given, const T& init,
               Operator op, T* output) {
    const bool pairs = segments.elements * 2 * sizeof(T) <= larger_than_caches;
    // Those that begin in a share of the elements.
    const auto scan_share = [&](std::uint64_t first, std::uint64_t end) {
        const std::uint64_t from = segments.from(first), to = segments.from(end);
        by_widest_vectors([=] {
            given ? scan_each<Exclusive, true>(segments, from, to, data, init, op, output, pairs)
                  : scan_each<Exclusive, false>(segments, from, to, data, init, op, output, pairs);
        });
    };
    const std::uint64_t elements = segments.elements;
    if (cores == 1) return scan_share(0, elements);
    const std::uint64_t shares = 16 * cores, share = elements / shares + 1;
    tbb::parallel_for(std::uint64_t{0}, shares, [&](std::uint64_t i) {
        scan_share(std::min(i * share, elements), std::min((i + 1) * share, elements));
    });
}

}  // namespace strider::cpu_backend
