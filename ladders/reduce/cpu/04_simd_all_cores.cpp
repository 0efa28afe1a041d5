// Rung 4: the fold of rung 3 on every core. oneTBB cuts the range and joins the pieces, in an order that changes from
// run to run: that is what the library's rung puts right.
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <ladders/reduce/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/reduce/cpu/04_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/reduce/cpu/simd_fold-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::reduce::HWY_NAMESPACE {

struct fold_on_all_cores {
    template <class T, class Operator>
    T operator()(const T* input, std::uint64_t elements, Operator op) const {
        constexpr std::uint64_t grain = std::uint64_t{1} << 15;
        return tbb::parallel_reduce(
            tbb::blocked_range<std::uint64_t>(0, elements, grain), identity<Operator, T>::value,
            [=](const auto& range, T total) { return op(total, simd_fold(input + range.begin(), range.size(), op)); },
            op);
    }
};

void run_on_all_cores(const arguments& with) { with_typed_input(with, fold_on_all_cores{}); }

}  // namespace strider::ladders::reduce::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::reduce {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "reduce",
    .number = 4,
    .follows = 3,
    .name = "SIMD, all cores",
    .idea = "Every core folds its own part: one core cannot keep enough loads in flight to fill the memory bus.",
    .hypothesis = "The time falls until the memory bus is full, which takes fewer cores than there are.",
    .source = "the vector-sum lab report (\"could be parallelised on the CPU\"); oneTBB's parallel_reduce",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::reduce
#endif
// SPDX-License-Identifier: Apache-2.0
