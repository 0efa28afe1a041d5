// Convolution on a GPU, and in the executor: one launch, no scratch, the mask a parameter of the kernel.
//
// Square masks of usual sizes, and usual masks of one row, have kernels that know their size (convolve/known_tile.hpp,
// convolve/walk.hpp). Other masks go tile by tile (convolve/tall_tile.hpp, convolve/tile.hpp, convolve/separable.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/core/convolution.hpp>
#include <strider/cuda/convolve/known_tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/convolve/separable.hpp>
#include <strider/cuda/convolve/tall_tile.hpp>
#include <strider/cuda/convolve/tile.hpp>
#include <strider/cuda/convolve/walk.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

template <unsigned... Widths>
using widths = std::integer_sequence<unsigned, Widths...>;

/// The square masks that tiles have kernels of their own for; every one takes time to compile and room, so that types
/// and numbers of channels that are less usual have fewer, or walks.
template <class T, unsigned Channels>
constexpr auto tile_widths() {
    if constexpr (std::is_same_v<T, std::uint8_t>)
        return widths<3, 5, 7>{};
    else if constexpr (std::is_same_v<T, float> && Channels == 1)
        return widths<7, 9, 11, 15>{};
    else
        return widths<>{};
}

/// The square masks that walks have kernels for.
template <class T, unsigned Channels, bool Separable>
constexpr auto walk_widths() {
    if constexpr (!std::is_same_v<T, float> && !std::is_same_v<T, std::uint8_t>) {
        if constexpr (Channels == 1)
            return widths<3, 5>{};
        else
            return widths<>{};
    } else if constexpr (Separable) {
        if constexpr (Channels == 1)
            return widths<3, 5, 7, 9, 11, 13, 15>{};
        else
            return widths<3, 5, 7>{};
    } else if constexpr (std::is_same_v<T, float>) {
        if constexpr (Channels == 1)
            return widths<3, 5, 13>{};
        else
            return widths<3, 5>{};
    } else if constexpr (Channels == 1) {
        return widths<9>{};
    } else {
        return widths<>{};
    }
}

/// Launches the kernel of these sizes where they are the mask's; false where they are not.
template <unsigned Channels, unsigned Rows, unsigned Columns, bool Separable, class T>
bool launch_if(const device_policy& policy, const convolution<T>& task, const weight_of<T>* first,
               const weight_of<T>* second) {
    if (task.channels != Channels || task.mask_rows != Rows || task.mask_columns != Columns) return false;
    launch_walk<Channels, Rows, Columns, Separable>(policy, task, first, second);
    return true;
}
template <unsigned Channels, bool Separable, class T, unsigned... Widths>
bool launch_square(const device_policy& policy, const convolution<T>& task, [[maybe_unused]] const weight_of<T>* first,
                   [[maybe_unused]] const weight_of<T>* second, widths<Widths...>) {
    return (launch_if<Channels, Widths, Widths, Separable>(policy, task, first, second) || ...);
}
template <class T, unsigned... Widths>
bool launch_row(const device_policy& policy, const convolution<T>& task, const weight_of<T>* mask, widths<Widths...>) {
    return (launch_if<1, 1, Widths, false>(policy, task, mask, nullptr) || ...);
}

template <unsigned Channels, class T, unsigned... Widths>
bool launch_tile(const device_policy& policy, const convolution<T>& task, [[maybe_unused]] const weight_of<T>* mask,
                 widths<Widths...>) {
    if (task.channels != Channels || task.mask_rows != task.mask_columns) return false;
    return ((task.mask_rows == Widths && (launch_known_tile<Channels, Widths, Widths>(policy, task, mask), true)) ||
            ...);
}

/// Launches the kernel that knows this mask; false where there is none.
template <bool Separable, class T>
bool launch_known(const device_policy& policy, const convolution<T>& task, const weight_of<T>* first,
                  const weight_of<T>* second = nullptr) {
    if constexpr (!Separable) {
        if (launch_row(policy, task, first, walk_widths<T, 1, true>()) ||
            launch_tile<1>(policy, task, first, tile_widths<T, 1>()) ||
            launch_tile<3>(policy, task, first, tile_widths<T, 3>()) ||
            launch_tile<4>(policy, task, first, tile_widths<T, 4>())) {
            return true;
        }
    }
    return launch_square<1, Separable>(policy, task, first, second, walk_widths<T, 1, Separable>()) ||
           launch_square<3, Separable>(policy, task, first, second, walk_widths<T, 3, Separable>()) ||
           launch_square<4, Separable>(policy, task, first, second, walk_widths<T, 4, Separable>());
}

}  // namespace convolve_kernels

/// Stream-ordered: by a mask of mask_rows x mask_columns weights in host memory, row by row.
template <class T>
void convolve_image(const device_policy& policy, const convolution<T>& task, const weight_of<T>* mask) {
    using namespace convolve_kernels;
    if (launch_known<false>(policy, task, mask)) return;
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::uint8_t>) {
        if (task.mask_rows + 1 >= tall_tile_shape::high) return launch_tall(policy, task, mask);
    }
    any_mask<weight_of<T>> parameter{};
    std::copy_n(mask, task.mask_rows * task.mask_columns, parameter.weight);
    task.mask_rows == 1 ? launch_any<false>(policy, task, parameter) : launch_any<true>(policy, task, parameter);
}

/// Stream-ordered: by the product of a column of mask_rows weights and a row of mask_columns.
template <class T>
void convolve_image(const device_policy& policy, const convolution<T>& task, const weight_of<T>* mask_column,
                    const weight_of<T>* mask_row) {
    using namespace convolve_kernels;
    if (launch_known<true>(policy, task, mask_column, mask_row)) return;
    any_mask<weight_of<T>> parameter{};
    std::copy_n(mask_column, task.mask_rows, parameter.weight);
    std::copy_n(mask_row, task.mask_columns, parameter.weight + task.mask_rows);
    launch_separable(policy, task, parameter);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
