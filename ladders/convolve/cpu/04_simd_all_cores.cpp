// Rung 4: the rows of rung 3 on every core, part by part.
#include <ladders/convolve/cpu/image.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/convolve/cpu/04_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/convolve/cpu/simd_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::convolve::HWY_NAMESPACE {

void run_on_all_cores(const arguments& with) {
    with_image(with, [](auto* input, const float* side, auto* output, const shape& of) {
        on_all_cores(of, [=](const part& here) { convolve_part(input, side, output, of, here); });
    });
}

}  // namespace strider::ladders::convolve::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::convolve {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "convolve",
    .number = 4,
    .follows = 3,
    .name = "SIMD, all cores",
    .idea = "Every core takes parts of the image, so narrow that the rows in flight stay in its cache. Only the ghost "
            "cells between two parts are copied twice.",
    .hypothesis = "The time falls by the number of cores, until memory is the limit.",
    .source = "oneTBB developer guide, parallel_for",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
#endif
// SPDX-License-Identifier: Apache-2.0
