// Bins, and the rules by which a sample finds its own: the same bin on every backend, bit by bit.
//
// A rule gives a cell: a bin's, or one of the three behind the bins, for samples below all of them, above all of them,
// and for NaN.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

/// The most bins of a histogram.
inline constexpr std::uint64_t most_bins = std::uint64_t{1} << 20;

/// `count` bins of one width from `low` to `high`. Bin b holds the samples x with
/// b <= (x - low) * count / (high - low) < b + 1: half open, as CUB, NPP and OpenCV have it, so that neither `high` nor
/// anything above it is in a bin. With `closed`, the last bin holds `high` too, as NumPy's does.
/// - Integer samples: exact, for any count; `low` and `high` are integers too, and may lie beyond the samples' type.
/// - Floating-point samples: low and high are converted to the samples' type T. In T, x - low is rounded once, and so
///   is its product with T(count / (high - low)), whose quotient is taken in double. A result of `count` is still in
///   the last bin. No multiplication is followed by an addition, so nothing can be fused. Bins are intervals whose
///   edges may be a rounding error away from low + b * width (NumPy moves a sample there by a comparison); `low` is in
///   the first bin always.
template <class Edge>
struct even_bins {
    std::uint64_t count;
    Edge low, high;
    bool closed = false;
};
template <class Edge>
even_bins(std::uint64_t, Edge, Edge, bool = false) -> even_bins<Edge>;

/// How many samples were in no bin.
struct outside {
    std::uint64_t below = 0;  ///< below the first bin
    std::uint64_t above = 0;  ///< above the last one
    std::uint64_t nan = 0;    ///< no number at all

    friend bool operator==(const outside&, const outside&) = default;
};

/// Bins + 1 ascending edges in memory. Bin b is [edges[b], edges[b + 1]), and empty where the two are equal; the last
/// one holds its upper edge too, as in NumPy.
template <class Edge>
struct edge_list {
    std::uint64_t count;  ///< of bins
    const Edge* edges;
};

namespace binning {

__extension__ typedef unsigned __int128 wide_unsigned;
__extension__ typedef __int128 wide_signed;

/// Cells that follow the bins.
inline constexpr unsigned outside_cells = 3;

/// `bin` for a sample that is neither below nor above; NaN is neither from the first edge nor to the last. Written with
/// masks, which compilers make vectors of: they keep comparisons of floating point, which may trap, as branches.
STRIDER_HOST_DEVICE constexpr unsigned cell_among(unsigned bins, unsigned from_first, unsigned to_last, unsigned bin) {
    const unsigned outside = bins + 2 - 2 * to_last - from_first, inside = 0u - (from_first & to_last);
    return (bin & inside) | (outside & ~inside);
}

template <class T>
struct even_numbers {
    unsigned bins;
    T low, greatest, per_unit;

    STRIDER_HOST_DEVICE unsigned cell_of(T sample) const {
        const T place = (sample - low) * per_unit, last = static_cast<T>(static_cast<int>(bins) - 1);
        const T from_zero = place > T(0) ? place : T(0);  // of NaN 0
        // Converted as a signed number, which processors do by vectors.
        const int bin = static_cast<int>(from_zero < last ? from_zero : last);
        return cell_among(bins, sample >= low, sample <= greatest, static_cast<unsigned>(bin));
    }
};

/// Integers of at most 4 bytes, and bins of 1 to 2^32 values in all. With whole * length + rest bins, the bin is
/// offset * whole + floor(offset * rest / length), and that quotient is a product with r = ceil(2^64 * rest / length):
/// offset * r / 2^64 exceeds it by less than offset / 2^64 < 2^-32 <= 1 / length, and it lacks at least 1 / length of
/// the next integer.
template <class T>
struct even_integers {
    unsigned bins;
    T lowest, greatest;  ///< of the samples' type in any bin
    unsigned low;        ///< modulo 2^32
    unsigned whole;
    unsigned reciprocal_high, reciprocal_low;

    STRIDER_HOST_DEVICE unsigned cell_of(T sample) const {
        const unsigned offset = static_cast<unsigned>(sample) - low;
        const std::uint64_t carried = std::uint64_t{offset} * reciprocal_low >> 32;
        const std::uint64_t quotient = (std::uint64_t{offset} * reciprocal_high + carried) >> 32;
        const unsigned bin = offset * whole + static_cast<unsigned>(quotient), last = bins - 1;
        return cell_among(bins, sample >= lowest, sample <= greatest, bin < last ? bin : last);
    }
};

/// Integers of 8 bytes. The quotient by floor(2^64 * rest / length) is right or one too small; its remainder says
/// which.
template <class T>
struct even_wide_integers {
    unsigned bins;
    T lowest, greatest;
    std::uint64_t low, length;
    unsigned whole, rest;
    std::uint64_t reciprocal;

    STRIDER_HOST_DEVICE unsigned cell_of(T sample) const {
        const std::uint64_t offset = static_cast<std::uint64_t>(sample) - low;
        const unsigned quotient = static_cast<unsigned>(static_cast<wide_unsigned>(offset) * reciprocal >> 64);
        const wide_unsigned product = static_cast<wide_unsigned>(offset) * rest;
        const bool one_more = product - static_cast<wide_unsigned>(length) * quotient >= length;
        const unsigned bin = static_cast<unsigned>(offset) * whole + quotient + one_more, last = bins - 1;
        return cell_among(bins, sample >= lowest, sample <= greatest, bin < last ? bin : last);
    }
};

/// Given edges, by halving: the same number of steps for every sample.
template <class T, class Edge>
struct bins_between {
    using number = std::conditional_t<std::is_same_v<T, Edge>, T, std::int64_t>;
    unsigned bins;
    const Edge* edges;

    STRIDER_HOST_DEVICE unsigned cell_of(T sample) const {
        const number x = static_cast<number>(sample);
        unsigned first = 0;
        for (unsigned left = bins; left > 1; left -= left / 2) {
            const unsigned middle = first + left / 2;
            first = static_cast<number>(edges[middle]) <= x ? middle : first;
        }
        return cell_among(bins, x >= static_cast<number>(edges[0]), x <= static_cast<number>(edges[bins]), first);
    }
};

/// A number in the digits that tell it from its neighbours.
template <class T>
std::string shown(T value) {
    if constexpr (std::is_integral_v<T>) return std::to_string(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.*g", std::numeric_limits<T>::max_digits10, static_cast<double>(value));
    return text;
}

[[noreturn]] inline void refuse_bins(const char* call, const std::string& why) {
    throw std::invalid_argument(std::string(call) + ": " + why);
}

inline void require_bin_count(std::uint64_t count, const char* call) {
    if (count == 0 || count > most_bins) {
        refuse_bins(call, std::to_string(count) + " bins: give from 1 to 2^20");
    }
}

/// The rule of floating-point samples, for `call`. Throws std::invalid_argument where the bins have no width.
template <std::floating_point T, class Edge>
even_numbers<T> rule_of(const even_bins<Edge>& given, const char* call = "histogram") {
    require_bin_count(given.count, call);
    const T low = static_cast<T>(given.low), high = static_cast<T>(given.high);
    const T per_unit =
        static_cast<T>(static_cast<double>(given.count) / (static_cast<double>(high) - static_cast<double>(low)));
    if (!(low < high) || !std::isfinite(high - low) || !std::isfinite(per_unit) || per_unit == 0) {
        refuse_bins(call,
                    "even bins from " + shown(low) + " to " + shown(high) +
                        ": give finite edges, the first below the last, whose distance and its reciprocal the type can "
                        "hold");
    }
    const T greatest = given.closed ? high : std::nextafter(high, low);
    return {static_cast<unsigned>(given.count), low, greatest, per_unit};
}

/// The rule of integer samples. Throws std::invalid_argument where the bins have no width, hold no value of the
/// samples' type, or are too long.
template <std::integral T, std::integral Edge>
auto rule_of(const even_bins<Edge>& given, const char* call = "histogram") {
    using limits = std::numeric_limits<T>;
    require_bin_count(given.count, call);
    const wide_signed low = given.low, high = given.high, length = high - low;
    const wide_signed last = given.closed ? high : high - 1;
    if (length <= 0 || low > limits::max() || last < limits::min()) {
        refuse_bins(call, "even bins from " + shown(given.low) + " to " + shown(given.high) +
                              ": give a first edge below the last, around values of the samples' type");
    }
    constexpr int offset_bits = sizeof(T) <= 4 ? 32 : 64;  // of a sample from the first edge, and of the length
    constexpr wide_signed too_far = wide_signed{1} << offset_bits;
    if (last - low >= too_far || (offset_bits == 64 && length >= too_far)) {
        refuse_bins(call, "even bins from " + shown(given.low) + " to " + shown(given.high) +
                              ": give edges less than 2^" + std::to_string(offset_bits) + " apart");
    }
    const T lowest = low < limits::min() ? limits::min() : static_cast<T>(low);
    const T greatest = last > limits::max() ? limits::max() : static_cast<T>(last);
    const wide_unsigned width = static_cast<wide_unsigned>(length);
    const unsigned bins = static_cast<unsigned>(given.count);
    const unsigned whole = static_cast<unsigned>(bins / width), rest = static_cast<unsigned>(bins % width);
    const wide_unsigned scaled = static_cast<wide_unsigned>(rest) << 64;
    if constexpr (offset_bits == 32) {
        const auto reciprocal = static_cast<std::uint64_t>((scaled + width - 1) / width);
        return even_integers<T>{bins,
                                lowest,
                                greatest,
                                static_cast<unsigned>(low),
                                whole,
                                static_cast<unsigned>(reciprocal >> 32),
                                static_cast<unsigned>(reciprocal)};
    } else {
        return even_wide_integers<T>{bins,
                                     lowest,
                                     greatest,
                                     static_cast<std::uint64_t>(low),
                                     static_cast<std::uint64_t>(length),
                                     whole,
                                     rest,
                                     static_cast<std::uint64_t>(scaled / width)};
    }
}

template <class T, class Edge>
bins_between<T, Edge> rule_of(const edge_list<Edge>& given, const char* call = "histogram") {
    require_bin_count(given.count, call);
    return {static_cast<unsigned>(given.count), given.edges};
}

}  // namespace binning

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
