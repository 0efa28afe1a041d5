// Rung 2: by vectors, written past the caches.
#include <ladders/map/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/map/cpu/02_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/map/cpu/simd_map-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::map::HWY_NAMESPACE {

void run_simd(const arguments& with) {
    with_array(with, [](auto... array) { map_vectors(array...); });
}

}  // namespace strider::ladders::map::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::map {
namespace {

HWY_EXPORT(run_simd);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_simd)(with); }

const registration here{{
    .pattern = "map",
    .number = 2,
    .follows = 1,
    .name = "SIMD",
    .idea = "One instruction takes a whole vector, and writes go past the caches.",
    .hypothesis = "A third of the traffic is saved: no line of the output is fetched before it is written.",
    .source = "Intel 64 optimization manual, non-temporal stores",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::map
#endif
// SPDX-License-Identifier: Apache-2.0
