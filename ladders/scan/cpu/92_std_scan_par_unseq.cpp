// Contender 92: std::inclusive_scan and std::exclusive_scan by vectors on every core (compiled with -fopenmp-simd,
// without which libstdc++ ignores the vectors).
#include <execution>
#include <numeric>

#include <ladders/scan/cpu/standard_scan.hpp>

namespace strider::ladders::scan {
namespace {

void run(const arguments& with) {
    with_standard_scan(with, [](auto first, auto last, auto output, auto initial, auto op, auto exclusive) {
        if constexpr (exclusive) {
            std::exclusive_scan(std::execution::par_unseq, first, last, output, initial, op);
        } else {
            std::inclusive_scan(std::execution::par_unseq, first, last, output, op);
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
    .number = 92,
    .name = "std::inclusive_scan par_unseq",
    .idea = "The standard library by vectors, on every core (libstdc++ uses oneTBB).",
    .hypothesis = "Two passes over memory: slower than rung 4.",
    .source = "ISO C++17, [inclusive.scan]; libstdc++",
    .kind = rung_kind::contender,
    .supports = is_right_for,
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
