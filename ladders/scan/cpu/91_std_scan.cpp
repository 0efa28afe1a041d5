// Contender 91: std::inclusive_scan and std::exclusive_scan by vectors on every core.
#include <execution>
#include <numeric>
#include <type_traits>

#include <ladders/harness/standard_operator.hpp>
#include <ladders/scan/dispatch.hpp>

namespace strider::ladders::scan {
namespace {

template <class T, class Operator>
void scan_standard(const T* input, T* output, std::uint64_t elements, Operator op, bool exclusive) {
    if (exclusive) {
        std::exclusive_scan(std::execution::par_unseq, input, input + elements, output, T{identity<Operator, T>::value},
                            standard_operator(op));
    } else {
        std::inclusive_scan(std::execution::par_unseq, input, input + elements, output, standard_operator(op));
    }
}

/// Signed sums go as unsigned ones, whose overflow is defined and whose bits are the same.
void run(const arguments& with) {
    with_typed_scan(with, []<class T, class Operator>(const T* input, T* output, std::uint64_t elements, Operator op,
                                                      auto exclusive) {
        if constexpr (std::is_integral_v<T> && std::is_same_v<Operator, plus>) {
            using bits = std::make_unsigned_t<T>;
            scan_standard(reinterpret_cast<const bits*>(input), reinterpret_cast<bits*>(output), elements, op,
                          exclusive);
        } else {
            scan_standard(input, output, elements, op, exclusive);
        }
    });
}

/// In libstdc++ 12 every piece of a floating-point scan starts from T{}, as if 0 were each operator's identity
/// (pstl/numeric_impl.h, __parallel_strict_scan): only its sums are right.
bool is_right_for(const instance& of) {
    return of.op == operation::sum || (of.type != element_type::f32 && of.type != element_type::f64);
}

const registration here{{
    .pattern = "scan",
    .number = 91,
    .name = "std::inclusive_scan par_unseq",
    .idea = "The standard library by vectors, on every core (libstdc++ uses oneTBB).",
    .hypothesis = "Two passes over memory: slower than rung 90.",
    .source = "ISO C++17, [inclusive.scan]; libstdc++",
    .kind = rung_kind::contender,
    .supports = is_right_for,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
