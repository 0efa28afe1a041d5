// Rung 3: four vector accumulators, of the widest vectors that the processor has (Highway picks them at run time).
#include <ladders/reduce/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/reduce/cpu/03_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/reduce/cpu/simd_fold-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::reduce::HWY_NAMESPACE {

struct fold {
    template <class T, class Operator>
    T operator()(const T* input, std::uint64_t elements, Operator op) const {
        return simd_fold(input, elements, op);
    }
};

void run_simd(const arguments& with) { with_typed_input(with, fold{}); }

}  // namespace strider::ladders::reduce::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::reduce {
namespace {

HWY_EXPORT(run_simd);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_simd)(with); }

const registration here{{
    .pattern = "reduce",
    .number = 3,
    .follows = 2,
    .name = "SIMD",
    .idea = "One instruction adds a whole vector: 4 to 16 elements of 32 bits, in four vector accumulators.",
    .hypothesis =
        "Instructions for each element fall by the width of a vector; one core reaches the rate its memory gives it.",
    .source = "Google Highway's README (run-time dispatch); Intel 64 optimization manual, reductions",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
#endif
// SPDX-License-Identifier: Apache-2.0
