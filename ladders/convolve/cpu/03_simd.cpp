// Rung 3: by vectors (Highway picks them at run time). The sums of four vectors of columns stay in registers for the
// whole mask.
#include <ladders/convolve/cpu/image.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/convolve/cpu/03_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/convolve/cpu/simd_rows-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::convolve::HWY_NAMESPACE {

void run_simd(const arguments& with) {
    with_image(with, [](auto* input, const float* side, auto* output, const shape& of) {
        if (of.rows > 0) convolve_part(input, side, output, of, whole(of));
    });
}

}  // namespace strider::ladders::convolve::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::convolve {
namespace {

HWY_EXPORT(run_simd);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_simd)(with); }

const registration here{{
    .pattern = "convolve",
    .number = 3,
    .follows = 2,
    .name = "SIMD",
    .idea = "One instruction multiplies and adds 4 to 16 neighbouring pixels; their sums stay in registers, and are "
            "stored once instead of once for each entry of the mask.",
    .hypothesis = "Two loads per operation become one, and instructions fall by the width of a vector.",
    .source = "Google Highway's README (run-time dispatch); Intel 64 optimization manual, data reuse in registers",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
#endif
// SPDX-License-Identifier: Apache-2.0
