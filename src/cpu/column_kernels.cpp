// Columns of f32 side by side, by vectors: this file is compiled once for each instruction set.
#include <algorithm>
#include <bit>
#include <cstdint>

#include <strider/cpu/segmented_reduce/simd.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/cpu/column_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "src/simd/operators-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::cpu_backend::HWY_NAMESPACE {

using float_tag = hn::ScalableTag<float>;
using float_vector = hn::VFromD<float_tag>;

constexpr std::uint64_t row_elements = canonical_order::row_elements(sizeof(float));

/// The tree over `Leaves` leaves from `leaf` on of a vector of columns: `load(row, i)` returns row `row + i`.
template <unsigned Leaves, class Operator, class Load>
HWY_INLINE float_vector leaf_tree(Operator op, std::uint64_t leaf, std::uint64_t rows, const Load& load) {
    float_vector totals[Leaves];
    for (unsigned i = 0; i < Leaves; ++i) totals[i] = load(leaf, i);
    std::uint64_t row = leaf + row_elements;
    for (; row + Leaves <= rows; row += row_elements) {
        for (unsigned i = 0; i < Leaves; ++i) totals[i] = combine(op, totals[i], load(row, i));
    }
    if (row < rows) {
        for (unsigned i = 0; i + 1 < Leaves; ++i) {
            if (row + i < rows) totals[i] = combine(op, totals[i], load(row, i));
        }
    }
    for (unsigned left = Leaves / 2; left > 0; left /= 2) {
        for (unsigned i = 0; i < left; ++i) totals[i] = combine(op, totals[2 * i], totals[2 * i + 1]);
    }
    return totals[0];
}

/// A tree over neighbours, leaf by leaf: level l holds a subtree of 2^l leaves while bit l of the leaves' number is 1.
template <class Operator>
void reduce_columns(const simd_column_chunk& of, Operator op, float* results) {
    constexpr std::size_t lanes = hn::MaxLanes(float_tag()), together = 8;
    const float_tag d;
    const std::uint64_t leaves = of.leaves;

    /// Calls `body` with the first column of each vector. The last one has columns of that before it, too.
    const auto for_each_vector = [&](const auto& body) HWY_ATTR {
        std::uint64_t c = 0;
        for (; c + lanes < of.columns; c += lanes) body(c);
        body(of.columns < lanes ? 0 : of.columns - lanes);
    };
    const auto load_vector = [&](const float* from) HWY_ATTR {
        return of.columns < lanes ? load_first(d, from, of.columns, hn::Zero(d)) : hn::LoadU(d, from);
    };
    const auto at_level = [&](std::uint64_t level, std::uint64_t c) {
        return of.scratch + level * strip_of_columns<float> + c;
    };
    const auto put = [&](float_vector total, std::uint64_t leaf, std::uint64_t level, std::uint64_t c) HWY_ATTR {
        for (; leaf >> level & 1; ++level) total = combine(op, hn::LoadU(d, at_level(level, c)), total);
        hn::StoreU(total, d, at_level(level, c));
    };

    std::uint64_t leaf = 0;
    for (; leaves - leaf >= together; leaf += together) {
        for_each_vector([&](std::uint64_t c) HWY_ATTR {
            const auto load = [&](std::uint64_t row, unsigned i)
                                  HWY_ATTR { return load_vector(of.elements + (row + i) * of.stride + c); };
            put(leaf_tree<together>(op, leaf, of.rows, load), leaf, 3, c);
        });
    }
    for (; leaf < leaves; ++leaf) {
        for_each_vector([&](std::uint64_t c) HWY_ATTR {
            const auto load = [&](std::uint64_t row, unsigned)
                                  HWY_ATTR { return load_vector(of.elements + row * of.stride + c); };
            put(leaf_tree<1>(op, leaf, of.rows, load), leaf, 0, c);
        });
    }
    for_each_vector([&](std::uint64_t c) HWY_ATTR {
        auto level = static_cast<std::uint64_t>(std::countr_zero(leaves));
        float_vector total = hn::LoadU(d, at_level(level, c));
        while (leaves >> ++level) {
            if (leaves >> level & 1) total = combine(op, hn::LoadU(d, at_level(level, c)), total);
        }
        if (of.columns < lanes) {
            hn::StoreU(total, d, of.scratch);
            std::copy_n(of.scratch, of.columns, results);
        } else {
            hn::StoreU(total, d, results + c);
        }
    });
}

void reduce_columns_any(const simd_column_chunk& of, float* results) {
    with_operators(of.op, [&](auto op) { reduce_columns(of, op, results); });
}

}  // namespace strider::cpu_backend::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::cpu_backend {

HWY_EXPORT(reduce_columns_any);

void reduce_simd_columns(const simd_column_chunk& of, float* results) {
    HWY_DYNAMIC_DISPATCH(reduce_columns_any)(of, results);
}

}  // namespace strider::cpu_backend
#endif
// SPDX-License-Identifier: Apache-2.0
