// Two-dimensional views: what calls on matrices and images take.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <strider/core/target.hpp>

namespace strider {

/// `rows` rows of `columns` elements that are neighbours in memory; a row starts `stride` elements after the one before
/// it. Does not own the memory. Element (r, c) is data[r * stride + c].
template <class T>
struct matrix_view {
    T* data = nullptr;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t stride = 0;

    constexpr matrix_view() = default;
    /// Rows without gaps.
    constexpr matrix_view(T* first, std::uint64_t row_count, std::uint64_t column_count)
        : matrix_view(first, row_count, column_count, column_count) {}
    constexpr matrix_view(T* first, std::uint64_t row_count, std::uint64_t column_count, std::uint64_t row_stride)
        : data(first), rows(row_count), columns(column_count), stride(row_stride) {}
    /// The same elements, to be read only.
    template <class U>
        requires std::is_same_v<T, const U>
    constexpr matrix_view(const matrix_view<U>& other)
        : data(other.data), rows(other.rows), columns(other.columns), stride(other.stride) {}

    STRIDER_HOST_DEVICE constexpr T& operator()(std::uint64_t row, std::uint64_t column) const {
        return data[row * stride + column];
    }
};

/// Whether a view has two dimensions, or does not say how many.
template <class View>
consteval bool may_have_two_dimensions() {
    if constexpr (requires { View::rank(); }) return View::rank() == 2;
    return true;
}

/// Anything shaped like a std::mdspan of two dimensions.
template <class View>
concept mdspan_like = may_have_two_dimensions<View>() && requires(const View& view) {
    view.data_handle();
    view.extent(0);
    view.extent(1);
    view.stride(0);
    view.stride(1);
};

/// The matrices that calls accept.
template <class View>
inline constexpr bool is_matrix_view = false;
template <class T>
inline constexpr bool is_matrix_view<matrix_view<T>> = true;
template <class View>
concept matrix_like = is_matrix_view<std::remove_cvref_t<View>> || mdspan_like<std::remove_cvref_t<View>>;

/// The view as a matrix_view. Throws std::invalid_argument where rows overlap, the elements of a row are not
/// neighbours, or the extents do not fit 64 bits.
template <matrix_like View>
constexpr auto matrix_of(const View& view, const char* what) {
    if constexpr (is_matrix_view<View>) {
        if (view.rows > 1 && view.stride < view.columns) {
            throw std::invalid_argument(std::string(what) + ": rows of " + std::to_string(view.columns) +
                                        " elements start " + std::to_string(view.stride) +
                                        " elements after each other: give a stride of at least a row");
        }
        constexpr std::uint64_t most = (~std::uint64_t{0} >> 1) / sizeof(*view.data);
        if (view.columns > most || (view.rows > 1 && view.stride > (most - view.columns) / (view.rows - 1))) {
            throw std::invalid_argument(std::string(what) + ": " + std::to_string(view.rows) + " rows of " +
                                        std::to_string(view.columns) + " elements, of stride " +
                                        std::to_string(view.stride) + ", fit no address space: check the extents");
        }
        return view;
    } else {
        if (view.extent(1) > 1 && view.stride(1) != 1) {
            throw std::invalid_argument(std::string(what) + ": the elements of a row are " +
                                        std::to_string(view.stride(1)) +
                                        " apart: give a view whose rows are contiguous");
        }
        using element = std::remove_reference_t<decltype(*view.data_handle())>;
        return matrix_of(matrix_view<element>(view.data_handle(), static_cast<std::uint64_t>(view.extent(0)),
                                              static_cast<std::uint64_t>(view.extent(1)),
                                              static_cast<std::uint64_t>(view.stride(0))),
                         what);
    }
}

/// The element type of a matrix, const or not.
template <matrix_like View>
using matrix_element = std::remove_cvref_t<decltype(*matrix_of(std::declval<const View&>(), "").data)>;

/// A matrix whose elements can be written.
template <class View>
concept writable_matrix = matrix_like<View> && requires(const View& view, const matrix_element<View>& value) {
    *matrix_of(view, "").data = value;
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
