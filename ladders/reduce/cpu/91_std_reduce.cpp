// Contender 91: std::reduce by vectors on every core.
#include <execution>
#include <numeric>
#include <type_traits>

#include <ladders/harness/standard_operator.hpp>
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {
namespace {

template <class T, class Operator>
T reduce_standard(const T* input, std::uint64_t elements, Operator op) {
    return std::reduce(std::execution::par_unseq, input, input + elements, T{identity<Operator, T>::value},
                       standard_operator(op));
}

/// Signed sums go as unsigned ones, whose overflow is defined and whose bits are the same.
void run(const arguments& with) {
    with_typed_input(with, []<class T, class Operator>(const T* input, std::uint64_t elements, Operator op) {
        if constexpr (std::is_integral_v<T> && std::is_same_v<Operator, plus>) {
            const auto* const bits = reinterpret_cast<const std::make_unsigned_t<T>*>(input);
            return static_cast<T>(reduce_standard(bits, elements, op));
        } else {
            return reduce_standard(input, elements, op);
        }
    });
}

const registration here{{
    .pattern = "reduce",
    .number = 91,
    .name = "std::reduce par_unseq",
    .idea = "The standard library by vectors, on every core (libstdc++ uses oneTBB).",
    .hypothesis = "Compare with rung 90.",
    .source = "ISO C++17, [reduce]; libstdc++",
    .kind = rung_kind::contender,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
