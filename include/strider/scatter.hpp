// Scatter: stores elements at the places that their indices name, or combines them with the values there.
//
//     strider::scatter(policy, values, indices, output);       // output[indices[i]] = values[i]
//     strider::scatter_reduce(policy, values, indices, sums);  // sums[indices[i]] += values[i]
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// Elements may be of any trivially copyable type of at most 32 bytes. Each element has an index, an integer of 16, 32
// or 64 bits. Indices are at least 0 and less than the size of the output. Writes to other indices are undefined,
// unless the call is `checked`. Places that no index names keep their values.
// Errors: std::invalid_argument if elements and indices differ in number, or the output overlaps either.
//
// Cost: O(n). A call reads each element and index once. strider::cpu may read indices twice, and in scatter_reduce once
// more for every core. A GPU needs scratch only to combine in order. strider::cpu may take scratch for random places in
// an output of at least 64 MiB: an element and 4 bytes for half of the output's elements, or for 16 Mi if these are
// more, and for 65,536 a core. scatter_reduce may take a copy of a small output for each core, or a byte for every
// 2,048 elements. Only combining in order fails without its scratch.
//
// Sources: B. He and others, Efficient Gather and Scatter Operations on Graphics Processors (2007); J. Gomez-Luna and
// others, An Optimized Approach to Histogram Computation on GPU (2013), for collisions; on the CPU, C. Balkesen and
// others, Main-Memory Hash Joins on Multi-Core CPUs (2013).
#pragma once

#include <concepts>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/checked.hpp>
#include <strider/core/indices.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/rules/scatter.hpp>
#include <strider/serial/scatter.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/scatter.hpp>
#include <strider/cuda/scatter_in_order.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/scatter.hpp>
#include <strider/cpu/scatter_in_order.hpp>
#endif

namespace strider {

/// Says that a floating-point sum may be combined in any order, so that it may differ from run to run.
struct unordered_t {};
inline constexpr unordered_t unordered{};

namespace detail {

/// Whether atomics give the same result in any order.
template <class Operator, class T>
concept atomic_in_any_order = atomic_operator<Operator, T> && (std::integral<T> || !std::same_as<Operator, plus>);

/// Throws std::invalid_argument unless there is an index for every element, and the output is apart from both.
template <contiguous_elements Input, index_range Indices, contiguous_elements Output>
void require_scatter(const Input& input, const Indices& indices, const Output& output, const char* call) {
    if (std::ranges::size(input) != std::ranges::size(indices)) {
        throw std::invalid_argument(std::string(call) + ": there are " + std::to_string(std::ranges::size(indices)) +
                                    " indices for " + std::to_string(std::ranges::size(input)) +
                                    " elements: give one for each");
    }
    require_apart(memory_of(output), memory_of(input), call, "input");
    require_apart(memory_of(output), memory_of(indices), call, "indices");
}

}  // namespace detail

/// output[indices[i]] = input[i]. If indices are distinct, every backend returns the same bits.
/// If an index occurs more than once, one of its elements stays; which one is not defined (strider::serial: the last).
/// If the type is not of 1, 2, 4 or 8 bytes with an alignment of its size, a mix of these elements may stay.
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::scattering, Input, Indices, Output&&>
void scatter(const Policy& policy, const Input& input, const Indices& indices, Output&& output) {
    detail::require_scatter(input, indices, output, "scatter");
    const std::uint64_t count = std::ranges::size(input);
    if (count == 0) return;
    scatter_elements(policy, data_of(input), data_of(indices), count, data_of(output), std::ranges::size(output));
}

/// The same, but first checks all indices by one reduction, and waits for it. A bad index throws std::out_of_range with
/// its position, its value and the range. Then nothing is written.
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::scattering, Input, Indices, Output&&>
void scatter(const Policy& policy, const Input& input, const Indices& indices, Output&& output, checked_t) {
    detail::require_scatter(input, indices, output, "scatter");
    detail::require_indices(policy, indices, std::ranges::size(output), "scatter");
    scatter(policy, input, indices, output);
}

/// output[place] = output[place] o (all input[i] with indices[i] == place, in their order), for all places that an
/// index names. The operator must be associative, and the type needs a default. Every backend returns the same bits in
/// every run.
///
/// - Atomics combine what has one result in any order: `plus`, `minimum`, `maximum` and the bit operators on integers
///   of 32 and 64 bits, and `minimum` and `maximum` of f32 and f64. A NaN wins (which NaN is not defined), and -0 is
///   less than +0.
/// - Everything else, such as floating-point sums, is combined in the canonical order of reductions
///   (pattern/canonical_order.hpp): first the elements of an index in the order of the input, then what stands there
///   with their result. A NaN result is the one quiet NaN of its type. This takes O(n) for each byte of an index, and
///   three times the elements and indices as scratch (std::bad_alloc without it).
template <execution_policy Policy, class Input, class Indices, class Output, class Operator = plus>
    requires misuse::allows<misuse::combining, Input, Indices, Output&&, Operator>
void scatter_reduce(const Policy& policy, const Input& input, const Indices& indices, Output&& output,
                    Operator op = {}) {
    if constexpr (detail::atomic_in_any_order<Operator, element_of<Output>>) {
        scatter_reduce(policy, input, indices, output, op, unordered);
    } else {
        detail::require_scatter(input, indices, output, "scatter_reduce");
        const std::uint64_t count = std::ranges::size(input);
        if (count == 0) return;
        auto* const to = detail::results_at<Operator>(data_of(output));
        using T = std::remove_pointer_t<decltype(to)>;
        const element_of<Output>* const from = data_of(input);
        combine_in_order(policy, reinterpret_cast<const T*>(from), data_of(indices), count, to,
                         std::ranges::size(output), op);
    }
}

/// The same in any order: atomics make floating-point sums too, which is faster at times. Sums differ from run to run.
/// For the k elements of an index and what stood there, they differ to first order by at most
/// k * epsilon / 2 * (the sum of the absolute values). A GPU's f32 additions in device memory take denormals for zeros.
template <execution_policy Policy, class Input, class Indices, class Output, class Operator>
    requires misuse::allows<misuse::combining, Input, Indices, Output&&, Operator, unordered_t>
void scatter_reduce(const Policy& policy, const Input& input, const Indices& indices, Output&& output, Operator op,
                    unordered_t) {
    detail::require_scatter(input, indices, output, "scatter_reduce");
    const std::uint64_t count = std::ranges::size(input);
    if (count == 0) return;
    combine_elements(policy, data_of(input), data_of(indices), count, data_of(output), std::ranges::size(output), op);
}

/// The same as the first call, but first checks all indices by one reduction, and waits for it. A bad index throws
/// std::out_of_range with its position, its value and the range. Then nothing is written.
template <execution_policy Policy, class Input, class Indices, class Output, class Operator>
    requires misuse::allows<misuse::combining, Input, Indices, Output&&, Operator, checked_t>
void scatter_reduce(const Policy& policy, const Input& input, const Indices& indices, Output&& output, Operator op,
                    checked_t) {
    detail::require_scatter(input, indices, output, "scatter_reduce");
    detail::require_indices(policy, indices, std::ranges::size(output), "scatter_reduce");
    scatter_reduce(policy, input, indices, output, op);
}

STRIDER_REFUSES(scatter, scattering);
STRIDER_REFUSES(scatter_reduce, combining);
misuse::lost_output_4 scatter, scatter_reduce;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
