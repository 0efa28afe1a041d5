// Convolution on a GPU, and in the emulator: one launch, no scratch, the mask a parameter of the kernel.
//
// Dense masks go tile by tile: square ones of usual sizes by kernels that know their size (convolve/known_tile.hpp),
// all others by convolve/tile.hpp. Usual rows, and products of a column and a row, go strip by strip
// (convolve/walk.hpp); other products by convolve/separable.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <strider/cuda/convolve/known_tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/convolve/separable.hpp>
#include <strider/cuda/convolve/tile.hpp>
#include <strider/cuda/convolve/walk.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/pattern/convolution.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

template <unsigned... Widths>
using widths = std::integer_sequence<unsigned, Widths...>;

/// The widths of the rows, and of the squares, that have kernels of their own. Each takes time to compile and room, so
/// types and numbers of channels that are less usual have fewer.
template <class T, unsigned Channels, bool Separable>
constexpr auto known_widths() {
    if constexpr (!std::is_same_v<T, float> && !std::is_same_v<T, std::uint8_t>) {
        if constexpr (Channels == 1)
            return widths<3, 5>{};
        else
            return widths<>{};
    } else if constexpr (Channels == 1) {
        if constexpr (Separable || std::is_same_v<T, float>)
            return widths<3, 5, 7, 9, 11, 13, 15>{};
        else
            return widths<3, 5, 7, 9>{};
    } else {
        if constexpr (Separable || std::is_same_v<T, std::uint8_t>)
            return widths<3, 5, 7>{};
        else
            return widths<3, 5>{};
    }
}

/// Calls `go.operator()<Width>()` for the width that is the mask's; false where it is none of these.
template <unsigned... Widths, class Go>
bool with_width([[maybe_unused]] unsigned width, widths<Widths...>, [[maybe_unused]] Go go) {
    return ((width == Widths && (go.template operator()<Widths>(), true)) || ...);
}

template <class T>
bool launch_known_row(const device_policy& policy, const convolution<T>& task, const weight_of<T>* row) {
    return task.mask_rows == 1 && task.channels == 1 &&
           with_width(task.mask_columns, known_widths<T, 1, true>(),
                      [&]<unsigned Width>() { launch_walk<1, 1, Width>(policy, task, row, row); });
}
/// Calls `go.operator()<Channels, Width>()` where the mask is a square that has a kernel of its own; false where not.
template <bool Separable, class T, class Go>
bool with_square(const convolution<T>& task, Go go) {
    if (task.mask_rows != task.mask_columns) return false;
    const auto with_channels = [&]<unsigned Channels>() {
        return task.channels == Channels &&
               with_width(task.mask_columns, known_widths<T, Channels, Separable>(),
                          [&]<unsigned Width>() { go.template operator()<Channels, Width>(); });
    };
    return with_channels.template operator()<1>() || with_channels.template operator()<3>() ||
           with_channels.template operator()<4>();
}

}  // namespace convolve_kernels

/// Stream-ordered: by a mask of mask_rows x mask_columns weights in host memory, row by row.
template <class T>
void convolve_image(const device_policy& policy, const convolution<T>& task, const weight_of<T>* mask) {
    using namespace convolve_kernels;
    if (launch_known_row(policy, task, mask)) return;
    if (with_square<false>(task, [&]<unsigned Channels, unsigned Width>() {
            launch_known_tile<Channels, Width>(policy, task, mask);
        })) {
        return;
    }
    task.mask_rows == 1 ? launch_tile<1>(policy, task, mask) : launch_tile<4>(policy, task, mask);
}

/// Stream-ordered: by the product of a column of mask_rows weights and a row of mask_columns.
template <class T>
void convolve_image(const device_policy& policy, const convolution<T>& task, const weight_of<T>* mask_column,
                    const weight_of<T>* mask_row) {
    using namespace convolve_kernels;
    if (with_square<true>(task, [&]<unsigned Channels, unsigned Width>() {
            launch_walk<Channels, Width, Width>(policy, task, mask_column, mask_row);
        })) {
        return;
    }
    any_mask<weight_of<T>> parameter{};
    std::copy_n(mask_column, task.mask_rows, parameter.weight);
    std::copy_n(mask_row, task.mask_columns, parameter.weight + task.mask_rows);
    launch_separable(policy, task, parameter);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
