// What rungs 3 and 4 share: a range folded into four vector accumulators. (Included once for each instruction set.)
#if defined(STRIDER_LADDERS_SIMD_FOLD_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_LADDERS_SIMD_FOLD_INL_HPP
#undef STRIDER_LADDERS_SIMD_FOLD_INL_HPP
#else
#define STRIDER_LADDERS_SIMD_FOLD_INL_HPP
#endif

#include <cstdint>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::reduce::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using cpu_backend::HWY_NAMESPACE::combine;

template <class T, class Operator>
T simd_fold(const T* input, std::uint64_t elements, Operator op) {
    const hn::ScalableTag<T> d;
    const std::uint64_t lanes = hn::Lanes(d);
    auto first = hn::Set(d, identity<Operator, T>::value), second = first, third = first, fourth = first;
    std::uint64_t i = 0;
    for (; i + 4 * lanes <= elements; i += 4 * lanes) {
        first = combine(op, first, hn::LoadU(d, input + i));
        second = combine(op, second, hn::LoadU(d, input + i + lanes));
        third = combine(op, third, hn::LoadU(d, input + i + 2 * lanes));
        fourth = combine(op, fourth, hn::LoadU(d, input + i + 3 * lanes));
    }
    HWY_ALIGN T totals[HWY_LANES(T)];
    hn::Store(combine(op, combine(op, first, second), combine(op, third, fourth)), d, totals);
    for (std::uint64_t lane = 1; lane < lanes; ++lane) totals[0] = op(totals[0], totals[lane]);
    for (; i < elements; ++i) totals[0] = op(totals[0], input[i]);
    return totals[0];
}

}  // namespace strider::ladders::reduce::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
