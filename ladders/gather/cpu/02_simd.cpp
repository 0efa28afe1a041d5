// Rung 2: by gather instructions.
#include <cstdint>
#include <limits>

#include <ladders/gather/cpu/dispatch.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ladders/gather/cpu/02_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::gather::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR
/// The indices of a vector of elements, as gather instructions take them: signed, of the element's size.
template <class D, class Index>
HWY_INLINE auto indices_for(D d, const Index* indices) {
    const hn::RebindToSigned<D> as_indices;
    using T = hn::TFromD<D>;
    if constexpr (sizeof(T) == sizeof(Index)) {
        return hn::BitCast(as_indices, hn::LoadU(d, indices));
    } else if constexpr (sizeof(T) > sizeof(Index)) {
        return hn::BitCast(as_indices, hn::PromoteTo(d, hn::LoadU(hn::Rebind<Index, D>(), indices)));
    } else {  // the lower halves of two vectors
        const hn::Repartition<Index, D> whole;
        const auto front = hn::BitCast(d, hn::LoadU(whole, indices));
        const auto back = hn::BitCast(d, hn::LoadU(whole, indices + hn::Lanes(whole)));
        return hn::BitCast(as_indices, hn::ConcatEven(d, back, front));
    }
}
#endif

/// Where 31 bits do not hold every index, 4-byte elements are taken one by one.
template <class T, class Index>
void gather_vectors(const T* input, const Index* indices, T* output, std::uint64_t elements) {
    std::uint64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    const hn::ScalableTag<T> d;
    const std::uint64_t lanes = hn::Lanes(d);
    if (sizeof(T) == 8 || elements <= std::numeric_limits<std::int32_t>::max()) {
        for (; i + lanes <= elements; i += lanes) {
            hn::StoreU(hn::GatherIndex(d, input, indices_for(d, indices + i)), d, output + i);
        }
    }
#endif
    for (; i < elements; ++i) output[i] = input[indices[i]];
}

void run_simd(const arguments& with) {
    with_arrays(with, [](const auto* input, const auto* indices, auto* output, std::uint64_t elements) {
        gather_vectors(input, indices, output, elements);
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
    .source = "Intel 64 optimization manual, gather",
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::gather
#endif
// SPDX-License-Identifier: Apache-2.0
