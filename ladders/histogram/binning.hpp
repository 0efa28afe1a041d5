// Which bin a sample is in: the same bin on every device, in kernels as in plain C++.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <ladders/harness/rung.hpp>
#include <strider/core/target.hpp>

namespace strider::ladders::histogram {

/// The places of this pattern's parameters.
enum parameter_place : unsigned { bins_place, samples_place, edges_place };
enum samples_choice : std::int64_t { uniform_samples, skewed_samples, constant_samples };
enum edges_choice : std::int64_t { even_edges, given_edges };

inline unsigned bins_of(const instance& of) { return static_cast<unsigned>(of.parameters[bins_place]); }

/// The type of edges: bytes need an edge beyond 255.
template <class T>
using edge = std::conditional_t<std::is_floating_point_v<T>, T, std::int32_t>;

/// Where the first of `bins` even bins begins, and how wide each is. Bin b is [lower + b * width, lower + (b + 1) *
/// width): half open, as CUB, NPP and OpenCV have it.
template <class T>
struct even_range {
    edge<T> lower, width;
};

/// The ranges of this ladder: bytes from 0, as few values a bin as cover them; integers, 100 a bin, around 0; f32, 1/4
/// a bin, around 0.
template <class T>
constexpr even_range<T> range_of(unsigned bins) {
    const std::int32_t count = static_cast<std::int32_t>(bins);
    if constexpr (std::is_same_v<T, std::uint8_t>) {
        return {0, std::max(1, 256 / count)};
    } else if constexpr (std::is_integral_v<T>) {
        return {-50 * count, 100};
    } else {
        return {static_cast<T>(count) / -8, T(0.25)};
    }
}

inline namespace STRIDER_TARGET {

/// 256 bins for bytes: the sample is the bin.
struct byte_bins {
    static constexpr unsigned bins = 256;
    STRIDER_HOST_DEVICE unsigned bin_of(std::uint8_t sample) const { return sample; }
};

/// Even bins of integers. The division by the width is a multiplication: with r = ceil(2^31 / width), offset * r / 2^31
/// is off by less than offset * width / 2^31 of 1 / width, and is exact where offset * width < 2^31, as in `range_of`.
template <class T>
struct even_bins {
    unsigned bins;
    unsigned lower, length;  ///< of the whole range, modulo 2^32
    unsigned reciprocal;

    explicit even_bins(unsigned bins)
        : bins(bins),
          lower(static_cast<unsigned>(range_of<T>(bins).lower)),
          length(bins * static_cast<unsigned>(range_of<T>(bins).width)),
          reciprocal(((1u << 31) - 1) / static_cast<unsigned>(range_of<T>(bins).width) + 1) {}

    /// The sample's bin, or `bins` for one outside.
    STRIDER_HOST_DEVICE unsigned bin_of(T sample) const {
        const unsigned offset = static_cast<unsigned>(sample) - lower;  // huge where the sample is below
        return offset < length ? static_cast<unsigned>(std::uint64_t{offset} * reciprocal >> 31) : bins;
    }
};

/// The same of floating-point numbers: one subtraction and one multiplication, each rounded as IEEE 754 says, so the
/// bin is the same everywhere. The width is a power of two: the multiplication is exact. NaN is outside.
template <>
struct even_bins<float> {
    unsigned bins;
    float lower, per_unit;
    float end;  ///< `bins`, which is exact

    explicit even_bins(unsigned bins)
        : bins(bins),
          lower(range_of<float>(bins).lower),
          per_unit(1 / range_of<float>(bins).width),
          end(static_cast<float>(bins)) {}

    STRIDER_HOST_DEVICE unsigned bin_of(float sample) const {
        const float place = (sample - lower) * per_unit;
        return static_cast<unsigned>(place >= 0 && place < end ? place : end);  // a selection, not a branch
    }
};

/// Bins between ascending edges, found by halving. As NumPy has it, the last bin holds its upper edge too.
template <class T>
struct given_bins {
    const edge<T>* edges;  ///< bins + 1 of them
    unsigned bins;

    STRIDER_HOST_DEVICE unsigned bin_of(T sample) const {
        const edge<T> x = sample;
        if (!(x >= edges[0] && x <= edges[bins])) return bins;
        unsigned first = 0, last = bins;
        while (last - first > 1) {
            const unsigned middle = (first + last) / 2;
            if (x >= edges[middle]) {
                first = middle;
            } else {
                last = middle;
            }
        }
        return first;
    }
};

/// Calls `entry(T{})` with the C++ type, of u8, i32 and f32, that `of` names.
template <class Entry>
decltype(auto) with_sample_type(const instance& of, Entry&& entry) {
    switch (of.type) {
        case element_type::u8:
            return entry(std::uint8_t{});
        case element_type::i32:
            return entry(std::int32_t{});
        case element_type::f32:
            return entry(float{});
        default:
            throw std::invalid_argument("the histogram ladder takes u8, i32 and f32, not " +
                                        std::string(name(of.type)));
    }
}

/// Calls `entry(input, binning)` with the samples, a const T*, and the type that finds their bins.
template <class Entry>
void with_binning(const arguments& with, Entry&& entry) {
    with_sample_type(with, [&](auto zero) {
        using T = decltype(zero);
        const T* const input = static_cast<const T*>(with.input);
        const unsigned bins = bins_of(with);
        if (with.parameters[edges_place] == given_edges)
            return entry(input, given_bins<T>{static_cast<const edge<T>*>(with.side_input), bins});
        if constexpr (std::is_same_v<T, std::uint8_t>) {
            if (bins == byte_bins::bins) return entry(input, byte_bins{});
        }
        entry(input, even_bins<T>(bins));
    });
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
