// Rung 2: by gather instructions.
#include <ladders/gather/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/gather/cpu/02_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "ladders/gather/cpu/simd_gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::gather::HWY_NAMESPACE {

void run_simd(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        gather_vectors(input, indices, output, 0, elements, elements);
    });
}

}  // namespace strider::ladders::gather::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::ladders::gather {
namespace {

HWY_EXPORT(run_simd);

void run(const arguments& with) { HWY_DYNAMIC_DISPATCH(run_simd)(with); }

const registration here{{
    .pattern = "gather",
    .number = 2,
    .follows = 1,
    .name = "SIMD gather",
    .idea = "One instruction reads a vector of elements by a vector of indices.",
    .hypothesis = "Fewer instructions for the same loads: faster where the elements are in a cache, and no faster "
                  "where each waits for memory.",
    .expectations = {},
    .source = "Intel 64 optimization manual, gather",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
#endif
