// The segmented scan on all cores: the heads as bits, and the scan of elements with their heads (cpu/scan.hpp).
//
// Integers by the operators of core/operators.hpp, whose order cannot be seen, need no heads: every core scans
// stretches by plain loops, from segment to segment, once it is known what stands before them. Floating point by these
// operators goes by vectors of values, with the heads of a row as masks; of a strip whose total is made ahead, no more
// is read than stands after its last head. Any other operator is called on (value, head) pairs, by the plain scan. No
// operator is called on values of two segments. Scratch is a bit an element, and what a scan of as many pairs takes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/scan.hpp>
#include <strider/pattern/heads.hpp>

namespace strider {

namespace detail {

/// The heads' bits; a core searches for the offsets of the words that it takes.
template <class Offset>
std::unique_ptr<std::uint32_t[]> find_heads(cpu, const Offset* offsets, std::uint64_t count, std::uint64_t elements) {
    constexpr std::uint64_t word_bits = 32, grain = 512;
    const std::uint64_t words = elements / word_bits + 1;
    auto heads = std::make_unique_for_overwrite<std::uint32_t[]>(words);
    const auto mark = [=, bits = heads.get()](std::uint64_t begin, std::uint64_t end) {
        const auto is_before = [](std::uint64_t word) {
            return [=](Offset offset) { return static_cast<std::uint64_t>(offset) / word_bits < word; };
        };
        std::fill(bits + begin, bits + end, 0u);
        const Offset* const first = std::partition_point(offsets, offsets + count, is_before(begin));
        const Offset* const last = std::partition_point(first, offsets + count, is_before(end));
        for (const Offset* offset = first; offset != last; ++offset) {
            const auto head = static_cast<std::uint64_t>(*offset);
            bits[head / word_bits] |= std::uint32_t{1} << head % word_bits;
        }
    };
    if (elements + count < cpu_backend::parallel_from) {
        mark(0, words);
    } else {
        cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(0, words, grain),
                                 [&](const auto& range) { mark(range.begin(), range.end()); });
    }
    return heads;
}

/// By plain loops, in stretches. What stands before a stretch is the total of those before it from their last head on.
template <bool Exclusive, class Element, class Offset, class Operator, class T>
    requires cpu_backend::free_of_order<Operator, T>
void scan_from_offsets(const cpu&, std::span<const Element> elements, std::span<const Offset> heads, Element* output,
                       Operator op, const std::optional<T>& init) {
    const Element* const input = elements.data();
    const Offset* const offsets = heads.data();
    const T start = init.value_or(neutral<T, Operator>());
    const Offset* const last_offset = offsets + heads.size();
    const auto offset_from = [=](std::uint64_t element) {
        return std::partition_point(offsets, last_offset,
                                    [=](Offset offset) { return static_cast<std::uint64_t>(offset) < element; });
    };
    const auto total_of = [=](std::uint64_t first, std::uint64_t last, T total) {
        for (std::uint64_t i = first; i < last; ++i) total = static_cast<T>(op(total, static_cast<T>(input[i])));
        return total;
    };
    const auto scan = [=](std::uint64_t first, std::uint64_t last, T total) {
        const Element* const from = input;  // in registers, whatever a byte that is stored may alias
        Element* const to = output;
        const Offset* offset = offset_from(first);
        while (first < last) {
            while (offset != last_offset && static_cast<std::uint64_t>(*offset) == first) ++offset, total = start;
            const std::uint64_t end =
                offset == last_offset ? last : std::min(last, static_cast<std::uint64_t>(*offset));
            for (; first < end; ++first) {
                const T next = static_cast<T>(op(total, static_cast<T>(from[first])));
                to[first] = static_cast<Element>(Exclusive ? total : next);
                total = next;
            }
        }
    };

    constexpr std::uint64_t stretch = std::uint64_t{1} << 15;
    const std::uint64_t stretches = (elements.size() + stretch - 1) / stretch;
    if (stretches == 1 || tbb::this_task_arena::max_concurrency() == 1) return scan(0, elements.size(), start);
    std::vector<T> before(stretches);
    std::vector<unsigned char> has_head(stretches);
    cpu_backend::in_parallel(0, stretches - 1, [&](std::uint64_t s) {
        const std::uint64_t end = (s + 1) * stretch;
        const Offset* const next = offset_from(end);
        const std::uint64_t head = next == offsets ? 0 : static_cast<std::uint64_t>(next[-1]);
        has_head[s] = next != offsets && head >= s * stretch;
        const std::uint64_t first = has_head[s] ? head : s * stretch;
        before[s + 1] = total_of(first, end, has_head[s] ? start : neutral<T, Operator>());
    });
    before[0] = start;
    for (std::uint64_t s = 0; s + 1 < stretches; ++s) {
        if (!has_head[s]) before[s + 1] = static_cast<T>(op(before[s], before[s + 1]));
    }
    cpu_backend::in_parallel(0, stretches, [&](std::uint64_t s) {
        scan(s * stretch, std::min<std::uint64_t>(elements.size(), (s + 1) * stretch), before[s]);
    });
}

}  // namespace detail

namespace cpu_backend {

template <bool Exclusive, has_simd_type T, has_simd_operator Operator, class Heads>
    requires std::floating_point<T>
struct vector_scan<headed_elements<T, Operator, Heads>, segment_results<Exclusive, T, Heads>,
                   within_segments<Operator>> {
    using source = headed_elements<T, Operator, Heads>;
    /// As many values as of a plain scan: a tile has as many pairs as that has values.
    static constexpr unsigned batch = 2 * tiles_of_batch;
    static const T* elements(const source& of) { return of.data; }
    static T* results(const segment_results<Exclusive, T, Heads>& output) { return output.data; }
    static simd_operator operation(within_segments<Operator> op) { return simd_operator_of(op.op); }
    static T before(const carry<headed<T>>& found) { return found.given ? found.value.value : neutral<T, Operator>(); }
    static void total(const source& all, const simd_scan& of, strip_totals<headed<T>>& totals) {
        strip_totals<T> values;
        with_heads(all, of, [&](const simd_headed_scan& headed) { total_simd_headed_strips(headed, values.data()); });
        const std::uint64_t strip_words = std::uint64_t{of.strips.rows} * scan_order::run(sizeof(headed<T>));
        for (unsigned strip = 0; strip < of.strips.strips; ++strip) {
            const std::uint32_t* const first = heads_of(all, of) + strip * strip_words;
            const bool head = std::any_of(first, first + strip_words, [](std::uint32_t word) { return word != 0; });
            totals[strip] = {values[strip], head};
        }
    }
    static void scan(const source& all, const simd_scan& of, T* to) {
        with_heads(all, of, [&](const simd_headed_scan& headed) { scan_simd_headed_strips(headed, to); });
    }

private:
    static const std::uint32_t* heads_of(const source& all, const simd_scan& of) {
        return all.heads.words + (static_cast<const T*>(of.strips.elements) - all.data) / 32;
    }
    template <class Work>
    static void with_heads(const source& all, const simd_scan& of, Work work) {
        const T init = all.given ? all.init : neutral<T, Operator>();
        work({of, heads_of(all, of), &init});
    }
};

}  // namespace cpu_backend

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
