// Rung 5: stores that go past the caches. A usual store first reads the line that it overwrites: a third of the
// traffic.
#include <ladders/scan/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/scan/cpu/05_simd_past_caches.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/scan/cpu/all_cores-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::scan::HWY_NAMESPACE {

void run_past_caches(const arguments& with) { with_typed_scan(with, scan_on_all_cores<storing::past_caches>{}); }

}  // namespace strider::ladders::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::scan {
namespace {

HWY_EXPORT(run_past_caches);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_past_caches)(with); }

const registration here{{
    .pattern = "scan",
    .number = 5,
    .follows = 4,
    .name = "stores past the caches",
    .idea = "Outputs are not needed again soon: vectors are stored past the caches, so that no line is read only to be "
            "overwritten.",
    .hypothesis = "Two thirds of the memory traffic, and so of the time, once the outputs outgrow the caches; slower "
                  "where they would have fitted.",
    .source = "Intel 64 optimization manual, non-temporal stores; McCalpin, STREAM",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
#endif
// SPDX-License-Identifier: Apache-2.0
