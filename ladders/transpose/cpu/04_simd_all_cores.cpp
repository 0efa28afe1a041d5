// Rung 4: the tiles of rung 3 on every core.
#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <ladders/transpose/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/transpose/cpu/04_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/tiles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::transpose::HWY_NAMESPACE {

void run_on_all_cores(const arguments& with) {
    with_matrix(with, []<class Item>(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
        constexpr std::uint64_t grain = 8;  // tiles a side of what one task takes at least
        constexpr std::uint64_t side = cpu_backend::HWY_NAMESPACE::line_items<Item>;
        const tbb::blocked_range2d<std::uint64_t> tiles(0, (rows + side - 1) / side, grain,  //
                                                        0, (columns + side - 1) / side, grain);
        tbb::parallel_for(tiles, [=](const auto& part) {
            cpu_backend::HWY_NAMESPACE::transpose_tiles(
                input, columns, output, rows,
                {part.rows().begin() * side, std::min(part.rows().end() * side, rows), part.cols().begin() * side,
                 std::min(part.cols().end() * side, columns)},
                true);
        });
    });
}

}  // namespace strider::ladders::transpose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::transpose {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "transpose",
    .number = 4,
    .follows = 3,
    .name = "SIMD, all cores",
    .idea = "Every core takes tiles of its own.",
    .hypothesis = "The time falls until the memory bus is full.",
    .source = "oneTBB, parallel_for over a blocked_range2d",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::transpose
#endif
// SPDX-License-Identifier: Apache-2.0
