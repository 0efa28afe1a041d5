// Sums of products, and means: reductions (reduce.hpp), whose contract holds here too. You may name the type in which
// they accumulate: `dot<double>(policy, a, b)`, `mean<std::int64_t>(policy, values)`.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <ranges>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/reduction.hpp>
#include <strider/rules/dot.hpp>
#include <strider/serial/reduce.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/reduce.hpp>
#endif

namespace strider {

namespace detail {

template <class A, class First, class Second>
auto products_of(const First& first, const Second& second) {
    return zipped{values_as<A>(first), values_as<A>(second), rounded_product{}};
}

template <class Policy, class First, class Second, class T>
void dot_to(const Policy& policy, const First& first, const Second& second, T* result) {
    using A = accumulator_of<plus, T>;
    const std::uint64_t count = std::ranges::size(first);
    require_one_size("dot_into", count, std::ranges::size(second));
    require_place(result, "dot_into");
    auto* const to = results_at<plus>(result);
    if (count == 0) return put_total(policy, A(0), to);
    reduce_to(policy, products_of<A>(first, second), count, plus{}, to, total_itself{});
}

template <class T>
struct mean_type : std::conditional<std::floating_point<T> || half_number<T>, T, double> {};

/// The mean of so many elements, of their total.
template <class A>
struct total_divided {
    using mean = typename mean_type<A>::type;
    mean count;
    constexpr explicit total_divided(std::uint64_t elements) : count(static_cast<mean>(elements)) {}
    STRIDER_HOST_DEVICE constexpr mean operator()(const A& total) const {
        const mean sum = static_cast<mean>(A(0) + total);
#if defined(__CUDA_ARCH__)  // rounded as on the host, also where programs ask for fast divisions
        if constexpr (std::is_same_v<mean, float>) return canonical_nan(__fdiv_rn(sum, count));
#endif
        return canonical_nan<mean>(sum / count);
    }
};

template <class T>
struct times {
    T factor;
    STRIDER_HOST_DEVICE constexpr T operator()(const T& value) const { return value * factor; }
};

/// The mean of floating-point numbers whose sum as A does not fit, or which are not all finite: floats are summed as
/// double, and doubles after a division by a power of two above their number.
template <class A, class Policy, class Range>
A mean_of_large(const Policy& policy, const Range& range, std::uint64_t count) {
    const total_divided<double> finish(count);
    if constexpr (std::is_same_v<A, float>) {
        const auto mean = finish(reduce_source(policy, values_as<double>(range), count, plus{}));
        return canonical_nan(static_cast<float>(mean));
    } else {
        const int bits = static_cast<int>(std::bit_width(count));
        const transformed small{values_as<A>(range), times<A>{std::ldexp(A(1), -bits)}};
        return canonical_nan(finish(reduce_source(policy, small, count, plus{})) * std::ldexp(A(1), bits));
    }
}

}  // namespace detail

/// The type of the mean of T: T for floating-point numbers, double for integers.
template <class T>
using mean_of = typename detail::mean_type<T>::type;

/// The sum of the products of two ranges' elements, in the type `Accumulator`. Elements are first converted to that
/// type, and each product is rounded before it is added. `dot<double>(policy, a, b)` of floats has exact products.
/// Throws std::invalid_argument if the sizes differ.
template <class Accumulator, execution_policy Policy, class First, class Second>
    requires misuse::allows<misuse::product_in<Accumulator>, First, Second>
Accumulator dot(const Policy& policy, const First& first, const Second& second) {
    using A = accumulator_of<plus, Accumulator>;
    const std::uint64_t count = std::ranges::size(first);
    detail::require_one_size("dot", count, std::ranges::size(second));
    const A total = count == 0 ? A(0) : reduce_source(policy, detail::products_of<A>(first, second), count, plus{});
    return detail::stored_as<Accumulator>(detail::canonical_nan<A>(total));
}

/// The same in the type of the elements. f16 and bf16 are accumulated in float, and rounded once at the end.
template <execution_policy Policy, class First, class Second>
    requires misuse::allows<misuse::two_of_numbers, First, Second>
element_of<First> dot(const Policy& policy, const First& first, const Second& second) {
    return dot<element_of<First>>(policy, first, second);
}

/// `*result = dot(policy, first, second)`.
template <execution_policy Policy, class First, class Second>
    requires misuse::allows<misuse::two_of_numbers, First, Second>
void dot_into(const Policy& policy, const First& first, const Second& second, element_of<First>* result) {
    detail::dot_to(policy, first, second, result);
}

/// `*result = dot<T>(policy, first, second)`: in the type of the result.
template <execution_policy Policy, class First, class Second, class T>
    requires misuse::allows<misuse::product_into, First, Second, T*> && (!std::same_as<T, element_of<First>>)
void dot_into(const Policy& policy, const First& first, const Second& second, T* result) {
    detail::dot_to(policy, first, second, result);
}

/// The arithmetic mean, by a sum in the type `Accumulator`. The mean has that type; if it is an integer, the sum is
/// divided in double, and the mean is a double. `mean<std::int64_t>` of 32-bit integers has an exact sum,
/// `mean<double>` of floats a wider sum. Where a floating-point sum is too large, the elements are summed once more, in
/// a way that has room for it. Throws std::invalid_argument for an empty range.
template <class Accumulator, execution_policy Policy, class Range>
    requires misuse::allows<misuse::mean_in<Accumulator>, Range>
auto mean(const Policy& policy, const Range& range) {
    using A = accumulator_of<plus, Accumulator>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "mean");
    const A total = reduce_source(policy, detail::values_as<A>(range), count, plus{});
    if constexpr (std::same_as<A, float> || std::same_as<A, double>) {
        if (!(total - total == 0)) {
            return detail::stored_as<mean_of<Accumulator>>(detail::mean_of_large<A>(policy, range, count));
        }
    }
    return detail::stored_as<mean_of<Accumulator>>(detail::total_divided<A>(count)(total));
}

/// The same by a sum in the type of the mean: double for integers, otherwise the type of the elements. f16 and bf16 are
/// summed and divided in float, and rounded once.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
auto mean(const Policy& policy, const Range& range) {
    return mean<mean_of<element_of<Range>>>(policy, range);
}

/// `*result = mean<Accumulator>(policy, range)`, but infinite where the sum is too large: it does not wait for the sum.
template <class Accumulator, execution_policy Policy, class Range>
    requires misuse::allows<misuse::mean_in<Accumulator>, Range>
void mean_into(const Policy& policy, const Range& range, mean_of<Accumulator>* result) {
    using A = accumulator_of<plus, Accumulator>;
    const std::uint64_t count = std::ranges::size(range);
    detail::require_elements(count, "mean_into");
    detail::require_place(result, "mean_into");
    detail::reduce_to(policy, detail::values_as<A>(range), count, plus{}, detail::results_at<plus>(result),
                      detail::total_divided<A>(count));
}

/// `*result = mean(policy, range)`.
template <execution_policy Policy, class Range>
    requires misuse::allows<misuse::one_of_numbers, Range>
void mean_into(const Policy& policy, const Range& range, mean_of<element_of<Range>>* result) {
    mean_into<mean_of<element_of<Range>>>(policy, range, result);
}

STRIDER_REFUSES(dot, two_of_numbers);
STRIDER_REFUSES(dot_into, product_into);
STRIDER_REFUSES(mean, one_of_numbers);
STRIDER_REFUSES(mean_into, mean_result);
template <class Accumulator, class... Given>
misuse::anything dot(misuse::refused<misuse::product_in<Accumulator>, Given...>, const Given&...);
template <class Accumulator, class... Given>
misuse::anything mean(misuse::refused<misuse::mean_in<Accumulator>, Given...>, const Given&...);
template <class Accumulator, class... Given>
misuse::anything mean_into(misuse::refused<misuse::mean_result_in<Accumulator>, Given...>, const Given&...);

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
