// The segmented scan on all cores: the heads as bits, and the scan of elements with their heads (cpu/scan.hpp).
//
// Integers by the operators of core/operators.hpp go by plain loops (cpu/scan/stretches.hpp). Floating point by these
// operators goes by vectors of values, with the heads of a row as masks. If the total of a strip is made ahead, only
// the elements after its last head are read. Any other operator is called on (value, head) pairs, by the plain scan. No
// operator is called on values of two segments. Scratch is a bit an element, and what a scan of as many pairs takes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

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
    if (elements < cpu_backend::parallel_moves_from) {
        mark(0, words);
    } else {
        cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(0, words, grain),
                                 [&](const auto& range) { mark(range.begin(), range.end()); });
    }
    return heads;
}

/// By plain loops.
template <bool Exclusive, class T, class Offset, class Operator>
    requires cpu_backend::free_of_order<Operator, T>
void scan_from_offsets(const cpu&, std::span<const T> elements, std::span<const Offset> offsets, T* output, Operator op,
                       const std::optional<T>& init) {
    cpu_backend::scan_stretches<Exclusive>(elements, offsets, output, op, init);
}

}  // namespace detail

namespace cpu_backend {

template <bool Exclusive, std::floating_point T, has_simd_operator Operator, class Heads>
    requires has_simd_type<T>
struct vector_scan<headed_elements<T, Operator, Heads>, segment_results<Exclusive, T, Heads>,
                   within_segments<Operator>> {
    using element = T;
    using source = headed_elements<T, Operator, Heads>;
    static const T* elements(const source& of) { return of.data; }
    static T* results(const segment_results<Exclusive, T, Heads>& output) { return output.data; }
    static T value(const headed<T>& carried) { return carried.value; }
    static simd_scan scan(const source& of, within_segments<Operator> op) {
        simd_scan found{simd_type_of<T>(), simd_operator_of(op.op)};
        found.heads = of.heads.words, found.init = of.given ? &of.init : nullptr;
        return found;
    }
};

}  // namespace cpu_backend

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
