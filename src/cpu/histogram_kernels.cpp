// Cells of floating-point samples in even bins, by vectors: this file is compiled once for each instruction set.
#include <cstddef>
#include <cstdint>

#include <strider/cpu/histogram/simd.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/histogram_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

HWY_INLINE auto as_whole(hn::CappedTag<float, 16>, hn::VFromD<hn::CappedTag<float, 16>> cells) {
    return hn::ConvertTo(hn::CappedTag<std::int32_t, 16>(), cells);
}
HWY_INLINE auto as_whole(hn::CappedTag<double, 16> d, hn::VFromD<hn::CappedTag<double, 16>> cells) {
    return hn::DemoteTo(hn::Rebind<std::int32_t, decltype(d)>(), cells);
}

/// The rule's own arithmetic; what is outside is put right before it is converted, and exact: a cell takes 21 bits.
template <class T>
void find(const binning::even_numbers<T>& rule, const T* HWY_RESTRICT samples, std::size_t count,
          unsigned* HWY_RESTRICT cells) {
    const hn::CappedTag<T, 16> d;
    const hn::Rebind<std::int32_t, decltype(d)> whole;
    const auto bins = static_cast<T>(rule.bins);
    const auto first = hn::Zero(d), last = hn::Set(d, bins - 1);
    const auto below = hn::Set(d, bins), above = hn::Set(d, bins + 1), nan = hn::Set(d, bins + 2);
    const auto low = hn::Set(d, rule.low), greatest = hn::Set(d, rule.greatest), per_unit = hn::Set(d, rule.per_unit);
    std::size_t i = 0;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
        const auto sample = hn::LoadU(d, samples + i);
        auto cell = hn::Min(hn::Max(hn::Mul(hn::Sub(sample, low), per_unit), first), last);
        cell = hn::IfThenElse(hn::Lt(sample, low), below, cell);
        cell = hn::IfThenElse(hn::Gt(sample, greatest), above, cell);
        cell = hn::IfThenElse(hn::IsNaN(sample), nan, cell);
        hn::StoreU(as_whole(d, cell), whole, reinterpret_cast<std::int32_t*>(cells + i));
    }
    for (; i < count; ++i) cells[i] = rule.cell_of(samples[i]);
}

void find_f32(const binning::even_numbers<float>& rule, const float* samples, std::size_t count, unsigned* cells) {
    find(rule, samples, count, cells);
}
void find_f64(const binning::even_numbers<double>& rule, const double* samples, std::size_t count, unsigned* cells) {
    find(rule, samples, count, cells);
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(find_f32);
HWY_EXPORT(find_f64);

void find_cells(const binning::even_numbers<float>& rule, const float* samples, std::size_t count, unsigned* cells) {
    HWY_DYNAMIC_DISPATCH(find_f32)(rule, samples, count, cells);
}
void find_cells(const binning::even_numbers<double>& rule, const double* samples, std::size_t count, unsigned* cells) {
    HWY_DYNAMIC_DISPATCH(find_f64)(rule, samples, count, cells);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
