// The weight that a sample adds to its cell, as an integer of 64 bits. The sum of integers does not depend on their
// order, so every backend has the same bits.
#pragma once

#include <concepts>
#include <cstdint>

#include <strider/core/quiet_nan.hpp>
#include <strider/core/target.hpp>

namespace strider::binning {

/// One.
struct no_weights {
    template <class Sum>
    STRIDER_HOST_DEVICE Sum total(std::uint64_t cell) const {
        return static_cast<Sum>(cell);
    }
};

/// Integers, modulo 2^64.
template <std::integral Weight>
struct integer_weights {
    const Weight* data;

    STRIDER_HOST_DEVICE std::uint64_t addend(Weight weight) const { return static_cast<std::uint64_t>(weight); }
    template <class Sum>
    STRIDER_HOST_DEVICE Sum total(std::uint64_t cell) const {
        return static_cast<Sum>(cell);
    }
};

/// A power of two as the product of two that no exponent is too large for. Scaling by it rounds only what is lost
/// anyway.
struct power_of_two {
    double first, second;

    STRIDER_HOST_DEVICE explicit power_of_two(int exponent)
        : first(of(exponent / 2)), second(of(exponent - exponent / 2)) {}
    STRIDER_HOST_DEVICE double scale(double value) const { return value * first * second; }

private:
    STRIDER_HOST_DEVICE static double of(int exponent) {  // -1022 to 1023
        return __builtin_bit_cast(double, static_cast<std::uint64_t>(exponent + 1023) << 52);
    }
};

/// Floating-point weights, rounded to whole multiples of a quantum. With weights below 2^e in magnitude, and fewer than
/// 2^k of them, the quantum is 2^(e + k - 62): no sum reaches 2^63 quanta.
template <std::floating_point Weight>
struct real_weights {
    const Weight* data;
    bool finite;  ///< all of them; where not, every sum is NaN
    power_of_two to_quanta, from_quanta;

    /// For `count` weights. `greatest` is their greatest magnitude, or NaN if any weight is NaN.
    STRIDER_HOST_DEVICE real_weights(const Weight* weights, Weight greatest, std::uint64_t count)
        : real_weights(weights, greatest - greatest == 0, quanta_exponent(greatest, count)) {}

    STRIDER_HOST_DEVICE std::uint64_t addend(Weight weight) const {
        const double quanta = to_quanta.scale(static_cast<double>(weight));
#if defined(__CUDA_ARCH__)
        return static_cast<std::uint64_t>(__double2ll_rn(quanta));
#else
        return static_cast<std::uint64_t>(__builtin_llrint(quanta));
#endif
    }
    template <class Sum>
    STRIDER_HOST_DEVICE Sum total(std::uint64_t cell) const {
        const double sum = from_quanta.scale(static_cast<double>(static_cast<std::int64_t>(cell)));
        return finite ? static_cast<Sum>(sum) : quiet_nan<Sum>;
    }

private:
    STRIDER_HOST_DEVICE real_weights(const Weight* weights, bool all_finite, int exponent)
        : data(weights),
          finite(all_finite),
          to_quanta(all_finite ? exponent : 0),
          from_quanta(all_finite ? -exponent : 0) {}

    STRIDER_HOST_DEVICE static int quanta_exponent(double greatest, std::uint64_t count) {
        const bool denormal = greatest < 0x1p-1022;
        const double normal = denormal ? greatest * 0x1p64 : greatest;
        const int biased = static_cast<int>(__builtin_bit_cast(std::uint64_t, normal) >> 52 & 2047);
        const int e = biased - 1022 - (denormal ? 64 : 0);
        int k = 0;
        for (; count != 0; count /= 2) ++k;
        return 62 - e - k;
    }
};

/// The same, whose sums stay quanta, modulo 2^64: to be added to others of the same quantum.
template <std::floating_point Weight>
struct weights_in_quanta {
    const Weight* data;
    real_weights<Weight> rounding;

    STRIDER_HOST_DEVICE std::uint64_t addend(Weight weight) const { return rounding.addend(weight); }
    template <class Sum>
    STRIDER_HOST_DEVICE Sum total(std::uint64_t cell) const {
        return static_cast<Sum>(cell);
    }
};

struct magnitude {
    template <class T>
    STRIDER_HOST_DEVICE T operator()(T value) const {
        return value < 0 ? -value : value;
    }
};

}  // namespace strider::binning
// SPDX-License-Identifier: Apache-2.0
