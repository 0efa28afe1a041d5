// Scatter: elements stored, or combined, where their indices say. Contracts, documentation and dispatch; the algorithms
// are in serial/, cpu/ and cuda/.
//
// Where it runs, and whose memory it takes: docs/places.md.
// There are as many indices as elements, integers of 16, 32 or 64 bits; places that no index names keep what they hold.
//
// scatter: elements may be any trivially copyable type of at most 32 bytes. Where an index occurs more than once, one
// of the elements stays, which one is not said (serial{}: the last); of types that are not of 1, 2, 4 or 8 bytes with
// an alignment of their size, it may be a mix of them. Where indices are distinct, every backend returns the same bits.
//
// scatter_reduce: output[index] = output[index] o (the elements of that index, combined), by any associative operator
// on trivially copyable types of at most 32 bytes with a default. Every backend returns the same bits, from run to run.
// - `plus`, `minimum`, `maximum` and the bit operators on integers of 32 and 64 bits, and `minimum` and `maximum` of
//   f32 and f64, have one result whatever their order, and go by atomics. A NaN wins (which NaN is not said), and -0 is
//   less than +0. Where many elements go to few places, a GPU's blocks combine them in shared memory first; where they
//   do not, which a block finds out by a look at its first indices, an element costs one atomic.
// - Everything else, sums of floating point above all, is combined in order: the elements of an index as they follow
//   one another in the input, in the canonical order of reductions (pattern/canonical_order.hpp), then what stands
//   there with that. Elements are sorted by their indices for it (sort.hpp), and reduced by key (reduce_by_key.hpp). A
//   result that is NaN is the one quiet NaN of its type.
// - With `unordered`, floating-point sums go by atomics too: faster at times, and different from run to run, by at most
//   k * epsilon / 2 * (the sum of the absolute values) to first order, for the k elements of an index and what stood
//   there. A GPU's f32 additions in device memory take denormals for zeros.
//
// All calls take O(n) and read each element and index once (on cpu{}: indices twice where elements are partitioned, and
// in scatter_reduce up to twice and once more for every core, to share them out); n and the size of the output are
// 64-bit. Ranges need only the alignment of their type. The output may overlap neither the input nor the indices.
// In order: three times the elements and indices as scratch, and O(n) for each byte of an index (std::bad_alloc where
// there is none). Else no scratch on a GPU; on cpu{}, an output of at least 64 MiB that is named in no order, by an
// index for every 8 bytes or more, takes its elements region by region, in scatter those of up to 4 bytes: with scratch
// of an element and 4 bytes for half as many elements as the output has, or for 16 Mi where these are more, and for
// 65,536 a core. A call that cannot get it goes without. Elsewhere scatter_reduce may use a copy of a small output for
// each core, or a byte for every 2,048 elements.
// Indices must be at least 0 and less than the size of the output; what others write to is undefined. With `checked`,
// all indices are looked at first, by one reduction, which the call waits for; a bad one throws std::out_of_range with
// its position, its value and the range, and nothing is written. On strider::gpu calls without `checked` are
// stream-ordered: they return at once, allocate nothing after the first call of that size on a stream, and can be
// captured in a graph. Calls throw std::invalid_argument before any work is started where there are not as many indices
// as elements, the output overlaps what is read, or a size is one that no memory has; and strider::cuda_error where
// CUDA refuses.
//
// Method: B. He and others, Efficient Gather and Scatter Operations on Graphics Processors (2007); for collisions, a
// table in shared memory, as J. Gomez-Luna and others, An Optimized Approach to Histogram Computation on GPU (2013),
// with places claimed by the first that comes; on the CPU, elements partitioned as in C. Balkesen and others,
// Main-Memory Hash Joins on Multi-Core CPUs (2013).
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
#include <strider/serial/scatter.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/scatter.hpp>
#include <strider/cuda/scatter_in_order.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/scatter.hpp>
#include <strider/cpu/scatter_in_order.hpp>
#endif

namespace strider {

/// What scatter_reduce may combine without an order: atomics exist for it.
template <class Operator, class T>
concept atomic_operator =
    (std::integral<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8) &&
     (std::same_as<Operator, bit_and> || std::same_as<Operator, bit_or> || std::same_as<Operator, bit_xor> ||
      std::same_as<Operator, plus> || std::same_as<Operator, minimum> || std::same_as<Operator, maximum>)) ||
    ((std::same_as<T, float> || std::same_as<T, double>) &&
     (std::same_as<Operator, plus> || std::same_as<Operator, minimum> || std::same_as<Operator, maximum>));

/// Says that the order of a floating-point sum is left open, so that it may differ from run to run.
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

// What the calls require (core/misuse.hpp).
namespace misuse {
template <class Tag, class Operator, class T>
constexpr bool met<struct must_be_checked_or_where_atomics_take_the_operator_unordered, Tag, Operator, T> =
    std::is_same_v<Tag, absent> || std::is_convertible_v<Tag, checked_t> ||
    (std::is_convertible_v<Tag, unordered_t> && atomic_operator<Operator, element<T>>);
using scattering = rules<5, range<2>, indices, output<4>, alike<4>, movable<2>, rule<can_only_be<checked_t>, 5>>;
using combining = rules<6, range<2>, indices, output<4>, alike<4>, accumulating<>, no_bool<2, 5>, operation<5>,
                        rule<must_be_checked_or_where_atomics_take_the_operator_unordered, 6, 5, 2>>;
}  // namespace misuse

/// output[indices[i]] = input[i].
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::scattering, Input, Indices, Output>
void scatter(const Policy& policy, const Input& input, const Indices& indices, Output&& output) {
    detail::require_scatter(input, indices, output, "scatter");
    const std::uint64_t count = std::ranges::size(input);
    if (count == 0) return;
    scatter_elements(policy, data_of(input), data_of(indices), count, data_of(output), std::ranges::size(output));
}

/// The same, once all indices have been found good.
template <execution_policy Policy, class Input, class Indices, class Output>
    requires misuse::allows<misuse::scattering, Input, Indices, Output>
void scatter(const Policy& policy, const Input& input, const Indices& indices, Output&& output, checked_t) {
    detail::require_scatter(input, indices, output, "scatter");
    detail::require_indices(policy, indices, std::ranges::size(output), "scatter");
    scatter(policy, input, indices, output);
}

/// output[place] = output[place] o (all input[i] with indices[i] == place, in their order), for all places that are
/// named.
template <execution_policy Policy, class Input, class Indices, class Output, class Operator = plus>
    requires misuse::allows<misuse::combining, Input, Indices, Output, Operator>
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

/// The same in any order.
template <execution_policy Policy, class Input, class Indices, class Output, class Operator>
    requires misuse::allows<misuse::combining, Input, Indices, Output, Operator, unordered_t>
void scatter_reduce(const Policy& policy, const Input& input, const Indices& indices, Output&& output, Operator op,
                    unordered_t) {
    detail::require_scatter(input, indices, output, "scatter_reduce");
    const std::uint64_t count = std::ranges::size(input);
    if (count == 0) return;
    combine_elements(policy, data_of(input), data_of(indices), count, data_of(output), std::ranges::size(output), op);
}

/// The same as the first, once all indices have been found good.
template <execution_policy Policy, class Input, class Indices, class Output, class Operator>
    requires misuse::allows<misuse::combining, Input, Indices, Output, Operator, checked_t>
void scatter_reduce(const Policy& policy, const Input& input, const Indices& indices, Output&& output, Operator op,
                    checked_t) {
    detail::require_scatter(input, indices, output, "scatter_reduce");
    detail::require_indices(policy, indices, std::ranges::size(output), "scatter_reduce");
    scatter_reduce(policy, input, indices, output, op);
}

STRIDER_REFUSES(scatter, scattering);
STRIDER_REFUSES(scatter_reduce, combining);
misuse::const_output_4 scatter, scatter_reduce;

}  // namespace strider
