// Rung 3: the walk of rung 2 on every core.
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <ladders/gather/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/gather/cpu/03_simd_all_cores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/gather/cpu/simd_gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::gather::HWY_NAMESPACE {

void run_on_all_cores(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        constexpr std::uint64_t grain = std::uint64_t{1} << 14;
        tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, elements, grain), [=](const auto& part) {
            gather_vectors(input, indices, output, part.begin(), part.end(), elements);
        });
    });
}

}  // namespace strider::ladders::gather::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::gather {
namespace {

HWY_EXPORT(run_on_all_cores);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_on_all_cores)(with); }

const registration here{{
    .pattern = "gather",
    .number = 3,
    .follows = 2,
    .name = "SIMD gather, all cores",
    .idea = "Every core takes a part of its own, and keeps as many loads under way as it can.",
    .hypothesis = "The time falls with the cores: no single core has enough loads under way.",
    .expectations = {},
    .source = "oneTBB, parallel_for",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
#endif
