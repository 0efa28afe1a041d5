// Rung 4: rung 3 on every core, in two passes: the totals of the cores' chunks, then their scans. Chunks are so small
// that the second pass finds them in the cache, and reads no memory again.
#include <ladders/scan/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/scan/cpu/04_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/scan/cpu/all_cores-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::scan::HWY_NAMESPACE {

void run_on_all_cores(const arguments& with) { with_typed_scan(with, scan_on_all_cores<storing::through_caches>{}); }

}  // namespace strider::ladders::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::scan {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "scan",
    .number = 4,
    .follows = 3,
    .name = "SIMD, all cores",
    .idea = "Every core folds a chunk, the totals are scanned, then every core scans its chunk from the right start "
            "while it is still in its cache.",
    .hypothesis = "Each element is read from memory once, as by one core, and worked on twice: the time falls until "
                  "the memory bus is full.",
    .source = "Blelloch 1990, Prefix Sums and Their Applications; Zhang, Wang and Ross 2020 (partitions that fit the "
              "cache)",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
#endif
// SPDX-License-Identifier: Apache-2.0
