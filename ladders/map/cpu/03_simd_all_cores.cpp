// Rung 3: the walk of rung 2 on every core.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <ladders/map/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/map/cpu/03_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/map/cpu/simd_map-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::map::HWY_NAMESPACE {

void run_on_all_cores(const arguments& with) {
    with_array(with, [](const auto* input, auto* output, std::uint64_t elements, auto function) {
        constexpr std::uint64_t grain = std::uint64_t{1} << 15;
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, elements, grain), [=](const auto& part) {
            map_vectors(input + part.begin(), output + part.begin(), part.size(), function);
        });
    });
}

}  // namespace strider::ladders::map::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::map {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "map",
    .number = 3,
    .follows = 2,
    .name = "SIMD, all cores",
    .idea = "Every core takes a part of its own.",
    .hypothesis = "The time falls until the memory bus is full.",
    .source = "oneTBB, parallel_for",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
#endif
// SPDX-License-Identifier: Apache-2.0
