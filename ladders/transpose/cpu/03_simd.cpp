// Rung 3: tiles of whole lines, squares of items transposed in registers, and writes past the caches.

#include <ladders/transpose/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/transpose/cpu/03_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::transpose::HWY_NAMESPACE {

void run_simd(const arguments& with) {
    with_matrix(with, [](const auto* input, auto* output, std::uint64_t rows, std::uint64_t columns) {
        cpu_backend::HWY_NAMESPACE::transpose_tiles(input, columns, output, rows, {0, rows, 0, columns}, true);
    });
}

}  // namespace strider::ladders::transpose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::transpose {
namespace {

HWY_EXPORT(run_simd);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_simd)(with); }

const registration here{{
    .pattern = "transpose",
    .number = 3,
    .follows = 2,
    .name = "SIMD",
    .idea = "Squares of items are transposed in registers by riffling vectors; whole lines are read, and written past "
            "the caches.",
    .hypothesis = "A vector moves 2 to 16 items per instruction, and no line of the output is fetched before it is "
                  "written.",
    .source = "Warren, Hacker's Delight, 7-3; Intel 64 optimization manual, non-temporal stores",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::transpose
#endif
// SPDX-License-Identifier: Apache-2.0
