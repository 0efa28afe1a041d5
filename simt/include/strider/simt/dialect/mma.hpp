// mma.h: matrices that the lanes of a warp hold together, and their products. CUDA leaves open which lane holds which
// element; here lane i holds the i-th part of the rows, one after the other. Products are exact and summed in the order
// of k, where the hardware has an order and a rounding of its own.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/simt/dialect/half.hpp>

namespace nvcuda::wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};  ///< held as float, of whose mantissa 10 bits count
}  // namespace precision

template <class T>
using storage_element = std::conditional_t<std::is_same_v<T, precision::tf32>, float, T>;

template <class Use, int Rows, int Columns, int Depth, class T, class Layout = void>
class fragment {
public:
    static constexpr int rows = std::is_same_v<Use, matrix_b> ? Depth : Rows,
                         columns = std::is_same_v<Use, matrix_a> ? Depth : Columns;
    static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;
    using element_type = storage_element<T>;
    using storage_element_type = element_type;
    static_assert(rows * columns % 32 == 0 && num_elements > 0, "a fragment's elements go to 32 lanes evenly");

    element_type x[num_elements];
};

/// tf32 of a float: rounded to nearest, ties away from zero.
STRIDER_SIMT_ARITHMETIC float __float_to_tf32(float value) {
    return __builtin_bit_cast(float, (__builtin_bit_cast(std::uint32_t, value) + 0x1000u) & 0xffffe000u);
}

namespace detail {

/// Where element i of the calling lane stands in a matrix whose rows (columns) are `stride` apart.
template <class Fragment>
STRIDER_SIMT_ARITHMETIC std::size_t place(int i, unsigned stride, bool by_rows) {
    const int index = static_cast<int>(strider::executor::lane_index()) * Fragment::num_elements + i;
    const int row = index / Fragment::columns, column = index % Fragment::columns;
    return by_rows ? std::size_t{stride} * row + column : std::size_t{stride} * column + row;
}

template <class T>
STRIDER_SIMT_ROUTINE auto wide(T value) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<int>(value);
    else if constexpr (std::is_same_v<T, double>)
        return value;
    else
        return static_cast<float>(value);
}

/// All elements of a matrix, from the lanes that hold them.
template <class Fragment>
STRIDER_SIMT_ROUTINE void gather(strider::executor::site at, const Fragment& part,
                                 strider::executor::lane_array<Fragment>& whole) {
    strider::executor::exchange(at, strider::executor::collective_kind::group, 0xffffffffu, part, whole);
}
template <class Fragment>
STRIDER_SIMT_ROUTINE auto element(strider::executor::lane_array<Fragment>& whole, int row, int column) {
    const int index = row * Fragment::columns + column;
    return wide(whole[static_cast<unsigned>(index / Fragment::num_elements)].x[index % Fragment::num_elements]);
}

}  // namespace detail

template <class Use, int Rows, int Columns, int Depth, class T, class Layout, class Value>
STRIDER_SIMT_ARITHMETIC void fill_fragment(fragment<Use, Rows, Columns, Depth, T, Layout>& part, const Value& value) {
    for (int i = 0; i < part.num_elements; ++i) part.x[i] = value;
}
template <class Use, int Rows, int Columns, int Depth, class T, class Layout, class From>
STRIDER_SIMT_ARITHMETIC void load_matrix_sync(fragment<Use, Rows, Columns, Depth, T, Layout>& part, const From* from,
                                              unsigned stride) {
    using type = fragment<Use, Rows, Columns, Depth, T, Layout>;
    for (int i = 0; i < type::num_elements; ++i)
        part.x[i] = from[detail::place<type>(i, stride, std::is_same_v<Layout, row_major>)];
}
template <int Rows, int Columns, int Depth, class T, class From>
STRIDER_SIMT_ARITHMETIC void load_matrix_sync(fragment<accumulator, Rows, Columns, Depth, T>& part, const From* from,
                                              unsigned stride, layout_t layout) {
    using type = fragment<accumulator, Rows, Columns, Depth, T>;
    for (int i = 0; i < type::num_elements; ++i)
        part.x[i] = from[detail::place<type>(i, stride, layout == mem_row_major)];
}
template <int Rows, int Columns, int Depth, class T, class To>
STRIDER_SIMT_ARITHMETIC void store_matrix_sync(To* to, const fragment<accumulator, Rows, Columns, Depth, T>& part,
                                               unsigned stride, layout_t layout) {
    using type = fragment<accumulator, Rows, Columns, Depth, T>;
    for (int i = 0; i < type::num_elements; ++i)
        to[detail::place<type>(i, stride, layout == mem_row_major)] = part.x[i];
}

/// sum = a * b + addend, by all lanes of the warp.
template <int Rows, int Columns, int Depth, class A, class LayoutA, class B, class LayoutB, class T, class C>
STRIDER_SIMT_INTRINSIC void mma_sync(fragment<accumulator, Rows, Columns, Depth, T>& sum,
                                     const fragment<matrix_a, Rows, Columns, Depth, A, LayoutA>& a,
                                     const fragment<matrix_b, Rows, Columns, Depth, B, LayoutB>& b,
                                     const fragment<accumulator, Rows, Columns, Depth, C>& addend, bool = false) {
    const strider::executor::site at = STRIDER_SIMT_CALLER;
    strider::executor::lane_array<std::remove_cvref_t<decltype(a)>> left;
    strider::executor::lane_array<std::remove_cvref_t<decltype(b)>> right;
    detail::gather(at, a, left);
    detail::gather(at, b, right);
    for (int i = 0; i < sum.num_elements; ++i) {
        const int index = static_cast<int>(strider::executor::lane_index()) * sum.num_elements + i;
        auto total = detail::wide(addend.x[i]);
        for (int k = 0; k < Depth; ++k)
            total += detail::element(left, index / Columns, k) * detail::element(right, k, index % Columns);
        sum.x[i] = static_cast<storage_element<T>>(total);
    }
}

}  // namespace nvcuda::wmma
// SPDX-License-Identifier: Apache-2.0
