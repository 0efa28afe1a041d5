// The segmented scan on all cores: the heads as bits, and the scan of elements with their heads (cpu/scan.hpp).
//
// The operators of core/operators.hpp on common types go by vectors of values, with the heads of a row as masks; of a
// strip whose total is made ahead, no more is read than stands after its last head. Any other operator is called on
// (value, head) pairs, by the plain scan. No operator is called on values of two segments. Scratch is a bit an element,
// and what a scan of as many pairs takes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <strider/core/heads.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/offsets.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/scan.hpp>

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

}  // namespace detail

namespace cpu_backend {

template <bool Exclusive, has_simd_type T, has_simd_operator Operator, class Heads>
struct vector_scan<headed_elements<T, Operator, Heads>, segment_results<Exclusive, T, Heads>,
                   within_segments<Operator>> {
    using source = headed_elements<T, Operator, Heads>;
    /// As many values as of a plain scan: a tile has as many pairs as that has values.
    static constexpr unsigned batch = 2 * tiles_of_batch;
    static const T* elements(const source& of) { return of.data; }
    static T* results(const segment_results<Exclusive, T, Heads>& output) { return output.data; }
    static simd_operator operation(within_segments<Operator> op) { return simd_operator_of(op.op); }
    static T before(const carry<headed<T>>& found) { return found.given ? found.value.value : neutral<T, Operator>(); }
    static void scan(const source& all, simd_scan of, strip_totals<headed<T>>& next_totals, T* to) {
        const auto words = [&](const simd_strips& strips) -> const std::uint32_t* {
            if (strips.strips == 0) return nullptr;
            return all.heads.words + (static_cast<const T*>(strips.elements) - all.data) / 32;
        };
        const T init = all.given ? all.init : neutral<T, Operator>();
        strip_totals<T> values;
        of.next_totals = values.data();
        scan_simd_headed_strips({of, words(of.strips), words(of.next), &init, all.given}, to);
        const std::uint64_t strip_words = std::uint64_t{of.next.rows} * scan_order::run(sizeof(headed<T>));
        for (unsigned strip = 0; strip < of.next.strips; ++strip) {
            const std::uint32_t* const first = words(of.next) + strip * strip_words;
            const bool head = std::any_of(first, first + strip_words, [](std::uint32_t word) { return word != 0; });
            next_totals[strip] = {values[strip], head};
        }
    }
};

}  // namespace cpu_backend

}  // namespace strider
