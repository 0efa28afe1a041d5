// Rung 3: the elements of a vector are scanned in its register, by Kogge-Stone over the lanes (Highway picks the widest
// vectors of the processor at run time).
#include <ladders/scan/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/scan/cpu/03_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/scan/cpu/simd_scan-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::scan::HWY_NAMESPACE {

struct scan_by_vectors {
    template <class T, class Operator, class Exclusive>
    void operator()(const T* input, T* output, std::uint64_t elements, Operator op, Exclusive exclusive) const {
        simd_scan<storing::through_caches>(input, output, elements, T{identity<Operator, T>::value}, op, exclusive);
    }
};

void run_simd(const arguments& with) { with_typed_scan(with, scan_by_vectors{}); }

}  // namespace strider::ladders::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::scan {
namespace {

HWY_EXPORT(run_simd);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_simd)(with); }

const registration here{{
    .pattern = "scan",
    .number = 3,
    .follows = 2,
    .name = "SIMD",
    .idea = "The lanes of a vector are scanned in log steps, which shift the "
            "vector; only one operation per vector waits for the vector "
            "before.",
    .hypothesis = "Instructions for each element fall by the width of a vector over its logarithm; one core nears the "
                  "rate its memory gives it.",
    .source = "Zhang, Wang and Ross 2020, Parallel Prefix Sum with SIMD; Kogge and Stone 1973",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::scan
#endif
// SPDX-License-Identifier: Apache-2.0
