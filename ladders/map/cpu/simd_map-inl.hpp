// What rungs 2 and 3 share: a function of a vector, and the walk over an array. (Included once for each instruction
// set.)
#if defined(STRIDER_LADDERS_SIMD_MAP_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_LADDERS_SIMD_MAP_INL_HPP
#undef STRIDER_LADDERS_SIMD_MAP_INL_HPP
#else
#define STRIDER_LADDERS_SIMD_MAP_INL_HPP
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "ladders/map/cpu/dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::map::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR
template <class Function, class D, class Vector = hn::VFromD<D>>
HWY_INLINE Vector apply(Function function, D d, Vector x) {
    return hn::Set(d, function(hn::GetLane(x)));
}
#else
template <class D, class Vector = hn::VFromD<D>>
HWY_INLINE Vector apply(square_plus_one, D d, Vector x) {
    return hn::Add(hn::Mul(x, x), hn::Set(d, hn::TFromD<D>{1}));
}

template <class D, class Vector = hn::VFromD<D>>
HWY_INLINE Vector apply(clamp, D d, Vector x) {
    using T = hn::TFromD<D>;
    return hn::Min(hn::Max(x, hn::Set(d, clamp::low<T>)), hn::Set(d, clamp::high<T>));
}
#endif

/// Elements one by one to the first aligned vector of the output, then vectors past the caches, which need not fetch
/// the lines first.
template <class T, class Function>
void map_vectors(const T* input, T* output, std::uint64_t elements, Function function) {
    const hn::ScalableTag<T> d;
    const std::uint64_t lanes = hn::Lanes(d);
    const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(output) / sizeof(T) % lanes;
    const std::uint64_t head = std::min(misaligned == 0 ? 0 : lanes - misaligned, elements);
    std::uint64_t i = 0;
    for (; i < head; ++i) output[i] = function(input[i]);
    for (; i + lanes <= elements; i += lanes) hn::Stream(apply(function, d, hn::LoadU(d, input + i)), d, output + i);
    for (; i < elements; ++i) output[i] = function(input[i]);
    hwy::FlushStream();
}

}  // namespace strider::ladders::map::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
