// What rungs 2 and 3 share: a vector of indices, and the vector of elements that they name. (Included once for each
// instruction set.)
#if defined(STRIDER_LADDERS_SIMD_GATHER_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_LADDERS_SIMD_GATHER_INL_HPP
#undef STRIDER_LADDERS_SIMD_GATHER_INL_HPP
#else
#define STRIDER_LADDERS_SIMD_GATHER_INL_HPP
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <limits>

#include "ladders/gather/cpu/dispatch.hpp"

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

/// Elements [first, last) of the output. `reach` is the number of elements that an index may name: where 31 bits do not
/// hold it, 4-byte elements are taken one by one.
template <class T, class Index>
void gather_vectors(const T* input, const Index* indices, T* output, std::uint64_t first, std::uint64_t last,
                    std::uint64_t reach) {
    std::uint64_t i = first;
#if HWY_TARGET != HWY_SCALAR
    const hn::ScalableTag<T> d;
    const std::uint64_t lanes = hn::Lanes(d);
    if (sizeof(T) == 8 || reach <= std::numeric_limits<std::int32_t>::max()) {
        for (; i + lanes <= last; i += lanes) {
            hn::StoreU(hn::GatherIndex(d, input, indices_for(d, indices + i)), d, output + i);
        }
    }
#else
    static_cast<void>(reach);
#endif
    for (; i < last; ++i) output[i] = input[indices[i]];
}

}  // namespace strider::ladders::gather::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
