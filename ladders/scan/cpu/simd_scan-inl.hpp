// What the rungs from 3 on share: a range scanned by vectors. (Included once for each instruction set.)
#if defined(STRIDER_LADDERS_SIMD_SCAN_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_LADDERS_SIMD_SCAN_INL_HPP
#undef STRIDER_LADDERS_SIMD_SCAN_INL_HPP
#else
#define STRIDER_LADDERS_SIMD_SCAN_INL_HPP
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstdint>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::ladders::scan::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using cpu_backend::HWY_NAMESPACE::combine;

/// The indices by which lane i takes the value of lane i - distance, and the lanes below anything.
template <class D>
HWY_INLINE auto indices_up(D d, std::size_t distance) {
    using index = hwy::MakeSigned<hn::TFromD<D>>;
    HWY_ALIGN index from[HWY_LANES(index)] = {};
    for (std::size_t lane = distance; lane < hn::Lanes(d); ++lane) from[lane] = static_cast<index>(lane - distance);
    return hn::SetTableIndices(d, from);
}

/// How outputs are stored: as usual, which reads a line of the cache before it is overwritten, or past the caches.
enum class storing { through_caches, past_caches };

/// The scan of a range after `prefix`; gives the prefix of what follows it.
template <storing How, class T, class Operator, class Exclusive>
T simd_scan(const T* input, T* output, std::uint64_t elements, T prefix, Operator op, Exclusive exclusive) {
    const hn::CappedTag<T, 16> d;
    const std::uint64_t lanes = hn::Lanes(d);
    const auto nothing = hn::Set(d, identity<Operator, T>::value);
    const auto by_1 = indices_up(d, 1), by_2 = indices_up(d, 2), by_4 = indices_up(d, 4), by_8 = indices_up(d, 8);
    HWY_ALIGN hwy::MakeSigned<T> last_lane[HWY_LANES(T)];
    for (auto& one : last_lane) one = static_cast<hwy::MakeSigned<T>>(lanes - 1);
    const auto last = hn::SetTableIndices(d, last_lane);

    const auto moved_up = [&](auto values, const auto& by, std::size_t distance) HWY_ATTR {
        return hn::IfThenElse(hn::FirstN(d, distance), nothing, hn::TableLookupLanes(values, by));
    };
    std::uint64_t i = 0;
    const auto one_by_one = [&](std::uint64_t end) HWY_ATTR {
        for (; i < end; ++i) {
            const T through = op(prefix, input[i]);
            output[i] = exclusive ? prefix : through;
            prefix = through;
        }
    };

    if constexpr (How == storing::past_caches) {  // which takes whole vectors, aligned
        const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(output) / sizeof(T) % lanes;
        one_by_one(std::min(elements, (lanes - misaligned) % lanes));
    }
    auto carry = hn::Set(d, prefix);
    for (; i + lanes <= elements; i += lanes) {
        auto sums = hn::LoadU(d, input + i);
        if (lanes > 1) sums = combine(op, moved_up(sums, by_1, 1), sums);
        if (lanes > 2) sums = combine(op, moved_up(sums, by_2, 2), sums);
        if (lanes > 4) sums = combine(op, moved_up(sums, by_4, 4), sums);
        if (lanes > 8) sums = combine(op, moved_up(sums, by_8, 8), sums);
        auto through = sums;
        if constexpr (Exclusive::value) through = moved_up(sums, by_1, 1);
        through = combine(op, carry, through);
        if constexpr (How == storing::past_caches) {
            hn::Stream(through, d, output + i);
        } else {
            hn::StoreU(through, d, output + i);
        }
        carry =
            combine(op, carry, hn::TableLookupLanes(sums, last));  // one operation a vector waits for the one before
    }
    prefix = hn::GetLane(carry);
    one_by_one(elements);
    if constexpr (How == storing::past_caches) hwy::FlushStream();  // before another core may look
    return prefix;
}

}  // namespace strider::ladders::scan::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
// SPDX-License-Identifier: Apache-2.0
