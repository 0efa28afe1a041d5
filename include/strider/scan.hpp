// Scan (prefix sums): contracts, documentation and dispatch. The algorithms are in serial/, cpu/ and cuda/.
//
// Where it runs, and whose memory it takes: docs/places.md.
// The input may be a view: the scan of views::transform is a transform-scan.
//
// Operators must be associative and pure; they need not commute. What is combined with what is the canonical order of
// scans (pattern/scan_order.hpp), a function of the number of elements and their size alone: every backend returns the
// same bits. Results that are NaN are NaN on every backend; which NaN is the processor's choice. (Within one call of an
// operator of your own, compilers may contract a product and a sum to one rounding, as map.hpp says.)
//
// f16 and bf16 (half.hpp), and CUDA's, are accumulated by the library's operators in float, in the order of float; each
// result is rounded once, so that errors do not add up along the scan.
//
// All calls take O(n) operator calls and read and write each element once; n is 64-bit. Values may be any trivially
// copyable type of at most 32 bytes that has a default. Input and output need only the alignment of their type; where
// both are 16-byte aligned, a GPU is faster. The output may be the input itself; otherwise the two may not overlap.
//
// They take views::counted_at: a number of elements that the device alone knows. Output beyond it is not written.
//
// On strider::gpu the calls are stream-ordered: they return at once, allocate nothing after the first call of that
// size on a stream (8 bytes for every 8,192 elements of 4 bytes, at least 2 MiB a stream), and can be captured in a
// graph. They throw std::invalid_argument before any work is started where the output is shorter than the input or
// overlaps it in part, or the initial value is an integer that is no value of the elements' type (a fraction for
// integers is refused by the compiler), and strider::cuda_error where CUDA refuses. Where there is no memory for
// scratch they throw a std::bad_alloc (or CUDA's own error), keep nothing, and the next call works; cuda/workspace.hpp
// says whose scratch it is, and how a program gives its own.
//
// Method: one pass, as S. Sengupta and others, Efficient Parallel Scan Algorithms for GPUs (2008), do in a block, and
// D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), between blocks, with
// groups that fix the order.
#pragma once

#include <optional>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/initial_value.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/scan_order.hpp>
#include <strider/serial/scan.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/scan.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/scan.hpp>
#endif

namespace strider {

// What the calls require (core/misuse.hpp).
namespace misuse {
template <class Init, class T>
constexpr bool
    met<struct must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction_or_none, Init, T> =
        optional_initial_value_of<given_or<Init, std::nullopt_t>, element<T>>;
using inclusive =
    rules<5, countable<2>, output<3>, alike<3>, accumulating<>, no_bool<2, 4>, operation<4>,
          rule<must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction_or_none, 5, 2>>;
using exclusive = rules<5, countable<2>, output<3>, alike<3>, accumulating<>, no_bool<2, 4>, operation<4>,
                        known_identity<4, 5>, initial_value<5>>;
}  // namespace misuse

/// output[i] = input[0] o ... o input[i]; with `init`: init o input[0] o ... o input[i].
template <execution_policy Policy, class Input, class Output, class Operator = plus,
          class Init = std::optional<element_of<Output>>>
    requires misuse::allows<misuse::inclusive, Input, Output, Operator, Init>
void inclusive_scan(const Policy& policy, const Input& input, Output&& output, Operator op = {},
                    const Init& init = std::nullopt) {
    using T = element_of<Output>;
    require_output(input, output, "inclusive_scan");
    const auto count = detail::count_of(policy, input);
    if (detail::most_elements(count) == 0) return;
    using A = accumulator_of<Operator, T>;
    scan_source<false>(policy, detail::values_as<A>(input), count, detail::results_at<Operator>(data_of(output)), op,
                       detail::accumulated_start<A>(detail::optional_initial_value<T>(init)));
}

/// output[i] = init o input[0] o ... o input[i - 1]; output[0] is `init`.
template <execution_policy Policy, class Input, class Output, class Operator, class Init = element_of<Output>>
    requires misuse::allows<misuse::exclusive, Input, Output, Operator, Init>
void exclusive_scan(const Policy& policy, const Input& input, Output&& output, Operator op, const Init& init) {
    using T = element_of<Output>;
    require_output(input, output, "exclusive_scan");
    const auto count = detail::count_of(policy, input);
    if (detail::most_elements(count) == 0) return;
    using A = accumulator_of<Operator, T>;
    scan_source<true>(policy, detail::values_as<A>(input), count, detail::results_at<Operator>(data_of(output)), op,
                      detail::accumulated_start<A>(std::optional<T>(detail::initial_value<T>(init))));
}

/// The same from the operator's identity on: `exclusive_scan(policy, counts, offsets)` makes offsets of counts.
template <execution_policy Policy, class Input, class Output, class Operator = plus>
    requires misuse::allows<misuse::exclusive, Input, Output, Operator>
void exclusive_scan(const Policy& policy, const Input& input, Output&& output, Operator op = {}) {
    using T = element_of<Output>;
    exclusive_scan(policy, input, output, op, detail::stored_as<T>(detail::identity_of<Operator, T>()));
}

STRIDER_REFUSES(inclusive_scan, inclusive);
STRIDER_REFUSES(exclusive_scan, exclusive);
misuse::const_output_3 inclusive_scan, exclusive_scan;

}  // namespace strider
