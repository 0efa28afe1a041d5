// Histogram: counts the samples in each bin, or adds their weights.
//
//     const strider::outside out = strider::histogram(policy, samples, strider::even_bins{256, 0.0f, 1.0f}, counts);
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// Samples are integers or floating-point numbers of 1 to 8 bytes, or a view of them. Channels may take turns, as in the
// pixels of an image. From 1 to 2^20 bins are given as even_bins{count, low, high}, as a range of edges, or not at all
// for unsigned bytes. pattern/bins.hpp says to the bit which sample is in which bin.
// There are count + 1 ascending edges, of the samples' type, or of another integer type if neither is u64. Bin b is
// [edges[b], edges[b + 1]), but the last bin also holds its upper edge, as in NumPy. Equal neighbours make an empty
// bin. Only strider::serial and strider::cpu check that edges ascend; elsewhere the counts of other edges are
// meaningless.
// Samples below the first bin, above the last bin, and NaN are in no bin; struct outside counts them. Infinities are
// below or above, unless an edge is infinite. -0 is 0.
// Every backend returns the same counts and sums. A call sets all of them, for an empty input to 0, and reads none.
// Nothing may overlap the counts. The `_into` calls take views::counted_at as samples.
//
// Cost: O(n) for even bins, O(n log bins) for edges. A call reads each sample and weight once, floating-point weights
// twice. A GPU's scratch is 8 bytes a bin and channel. Beyond 58,000 bins and channels, with weights half as many, a
// GPU reads the samples several times, or sorts them first: 2 bytes a sample of scratch, 512 MiB at most.
// Errors: std::invalid_argument if bins, sizes or overlaps are wrong.
//
// Sources: J. Gomez-Luna and others, An optimized approach to histogram computation on GPU (2013); on the CPU several
// tables a core, after Y. Collet, FSE.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/bins.hpp>
#include <strider/rules/histogram.hpp>
#include <strider/serial/histogram.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/histogram.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/histogram.hpp>
#endif

namespace strider {

/// Ends of two types, such as 0 and 4.0f.
template <class Low, class High>
    requires(!std::is_same_v<Low, High>)
even_bins(std::uint64_t, Low, High, bool = false) -> even_bins<std::common_type_t<Low, High>>;

namespace binning {

template <class Counts, class Read>
void require_apart(const char* call, const Counts& counts, const Read& read, const char* what) {
    require_apart_from(memory_of(counts), read, call, what);
}

/// Throws std::invalid_argument unless there is a weight for each of `samples` samples, apart from the sums.
template <class Sums, class Weights>
void require_weights(const char* call, std::uint64_t samples, const Sums& sums, const Weights& weights) {
    if (std::ranges::size(weights) != samples) {
        refuse_bins(call, std::to_string(samples) + " samples and " + std::to_string(std::ranges::size(weights)) +
                              " weights: give one weight a sample");
    }
    require_apart(call, sums, weights, "weights");
}

/// The bins as backends take them.
template <class Policy, class Bins, class Counts>
auto described(const char* call, const Policy&, const Bins& bins, const Counts& counts) {
    if constexpr (is_even_bins<Bins>) {
        return bins;
    } else {
        const std::uint64_t size = std::ranges::size(bins);
        if (size < 2) refuse_bins(call, std::to_string(size) + " edges: give one more than there are bins");
        require_apart(call, counts, bins, "edges");
        if constexpr (std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>) {
            const auto* const edges = data_of(bins);
            for (std::uint64_t b = 0; b + 1 < size; ++b) {
                if (!(edges[b] <= edges[b + 1])) {
                    refuse_bins(call, "edges " + std::to_string(b) + " and " + std::to_string(b + 1) +
                                          " do not ascend: sort them");
                }
            }
        }
        return edge_list<element_of<Bins>>{size - 1, data_of(bins)};
    }
}

/// Checks everything in the name of `call`, then calls `go(bins as backends take them)`.
template <unsigned Channels, class Policy, class Samples, class Bins, class Counts, class Go>
void checked(const char* call, const Policy& policy, const Samples& samples, const Bins& bins, const Counts& counts,
             Go go) {
    const auto given = described(call, policy, bins, counts);
    static_cast<void>(rule_of<element_of<Samples>>(given, call));
    const std::uint64_t elements = strider::detail::most_elements_of(samples), room = std::ranges::size(counts);
    if (elements % Channels != 0) {
        refuse_bins(call, std::to_string(elements) + " samples of " + std::to_string(Channels) +
                              " channels: give as many of each");
    }
    if (room < Channels * given.count) {
        refuse_bins(call, "room for " + std::to_string(room) + " counts: give " +
                              std::to_string(Channels * given.count) + ", one for each bin and channel");
    }
    require_apart(call, counts, samples, "samples");
    go(given);
}

/// Starts the counting. `out` is null where nobody asks what is in no bin.
template <unsigned Channels, class Policy, class Samples, class Bins, class Counts>
void count_into(const char* call, const Policy& policy, const Samples& samples, const Bins& bins, Counts& counts,
                outside* out) {
    checked<Channels>(call, policy, samples, bins, counts, [&](const auto& given) {
        auto elements = strider::detail::count_of(policy, samples);
        if constexpr (std::is_integral_v<decltype(elements)>) elements -= elements % Channels;
        count_samples<Channels>(policy, elements_of(samples), elements, given, data_of(counts), out);
    });
}

/// Starts the summing, as count_into.
template <class Policy, class Samples, class Weights, class Bins, class Sums>
void sum_into(const char* call, const Policy& policy, const Samples& samples, const Weights& weights, const Bins& bins,
              Sums& sums, outside* out) {
    require_weights(call, strider::detail::most_elements_of(samples), sums, weights);
    checked<1>(call, policy, samples, bins, sums, [&](const auto& given) {
        sum_weights(policy, elements_of(samples), data_of(weights), strider::detail::count_of(policy, samples), given,
                    data_of(sums), out);
    });
}

inline void require_place_outside(const char* call, const outside* out) {
    if (out == nullptr)
        refuse_bins(call, "no place for what is in no bin: give one in the device's memory, or leave it out");
}

/// One, or an array of them.
template <unsigned Channels>
using outside_of = std::conditional_t<Channels == 1, outside, std::array<outside, Channels>>;

/// Where device code writes what the call returns.
template <unsigned Channels, class Policy, class Start>
outside_of<Channels> waited_for(const Policy& policy, Start start) {
    std::array<outside, Channels> found;
    if constexpr (std::is_same_v<Policy, serial> || std::is_same_v<Policy, cpu>) {
        start(found.data());
    } else {
#if defined(STRIDER_DEVICE_CODE)
        outside* const result = static_cast<outside*>(detail::result_slot());
        start(result);
        detail::wait_for(policy);
        for (unsigned c = 0; c < Channels; ++c) found[c] = result[c];
#endif
    }
    static_cast<void>(policy);
    if constexpr (Channels == 1) {
        return found[0];
    } else {
        return found;
    }
}

}  // namespace binning

/// counts[c * bins + b] = how many samples of channel c (every Channels-th sample, from the c-th on) are in bin b.
/// Counts of 32 or 64 bits are taken modulo 2^32 or 2^64. `out`, in memory of the place, gets how many samples of each
/// channel are in no bin. With views::counted_at, a last pixel that lacks channels does not count.
template <unsigned Channels = 1, execution_policy Policy, class Samples, class Bins, class Counts>
    requires misuse::allows<misuse::counting_into<Channels, 4>, Samples, Bins, Counts&&, outside*>
void histogram_into(const Policy& policy, const Samples& samples, const Bins& bins, Counts&& counts, outside* out) {
    binning::require_place_outside("histogram_into", out);
    binning::count_into<Channels>("histogram_into", policy, samples, bins, counts, out);
}

/// The same, but does not say how many samples are in no bin.
template <unsigned Channels = 1, execution_policy Policy, class Samples, class Bins, class Counts>
    requires misuse::allows<misuse::counting_into<Channels, 3>, Samples, Bins, Counts&&>
void histogram_into(const Policy& policy, const Samples& samples, const Bins& bins, Counts&& counts) {
    binning::count_into<Channels>("histogram_into", policy, samples, bins, counts, nullptr);
}

/// The same, but waits, and returns how many samples are in no bin: a struct outside, or an array with one struct for
/// each channel.
template <unsigned Channels = 1, execution_policy Policy, class Samples, class Bins, class Counts>
    requires misuse::allows<misuse::counting<Channels, 3>, Samples, Bins, Counts&&>
binning::outside_of<Channels> histogram(const Policy& policy, const Samples& samples, const Bins& bins,
                                        Counts&& counts) {
    return binning::waited_for<Channels>(
        policy, [&](outside* out) { binning::count_into<Channels>("histogram", policy, samples, bins, counts, out); });
}

/// Unsigned bytes: counts[c * 256 + b] = how many samples of channel c are b. Every sample is in a bin.
template <unsigned Channels = 1, execution_policy Policy, class Samples, class Counts>
    requires misuse::allows<misuse::counting_into<Channels, 2>, Samples, Counts&&>
void histogram_into(const Policy& policy, const Samples& samples, Counts&& counts) {
    histogram_into<Channels>(policy, samples, even_bins<int>{256, 0, 256}, counts);
}

/// The same, but waits.
template <unsigned Channels = 1, execution_policy Policy, class Samples, class Counts>
    requires misuse::allows<misuse::counting<Channels, 2>, Samples, Counts&&>
void histogram(const Policy& policy, const Samples& samples, Counts&& counts) {
    histogram<Channels>(policy, samples, even_bins<int>{256, 0, 256}, counts);
}

/// sums[b] = the sum of the weights of the samples in bin b; weights[i] is the weight of samples[i]. `out`, in memory
/// of the place, gets the number of samples that are in no bin. With views::counted_at, every sample that there may be
/// has a weight.
///
/// - Sums of integers are exact, modulo the size of the sums.
/// - Sums of floating-point weights have the same bits on every backend. For n weights of magnitudes up to m, each
///   weight is rounded to a multiple of a quantum. The quantum is a power of two of at most n * m / 2^60: for 2^20
///   weights it is m / 2^40. The multiples are added exactly. The sum is rounded to f64, then to the type of the sums.
///   So a bin of k samples is off by at most k * n * m / 2^61, and by these two roundings. Weights far smaller than the
///   greatest weight lose digits.
/// - If any floating-point weight is infinite or NaN, all sums are NaN, even if its sample is in no bin.
template <execution_policy Policy, class Samples, class Weights, class Bins, class Sums>
    requires misuse::allows<misuse::summing_into, Samples, Weights, Bins, Sums&&, outside*>
void weighted_histogram_into(const Policy& policy, const Samples& samples, const Weights& weights, const Bins& bins,
                             Sums&& sums, outside* out) {
    binning::require_place_outside("weighted_histogram_into", out);
    binning::sum_into("weighted_histogram_into", policy, samples, weights, bins, sums, out);
}

/// The same, but does not say how many samples are in no bin.
template <execution_policy Policy, class Samples, class Weights, class Bins, class Sums>
    requires misuse::allows<misuse::summing_into, Samples, Weights, Bins, Sums&&>
void weighted_histogram_into(const Policy& policy, const Samples& samples, const Weights& weights, const Bins& bins,
                             Sums&& sums) {
    binning::sum_into("weighted_histogram_into", policy, samples, weights, bins, sums, nullptr);
}

/// The same, but waits, and returns the number of samples that are in no bin.
template <execution_policy Policy, class Samples, class Weights, class Bins, class Sums>
    requires misuse::allows<misuse::summing, Samples, Weights, Bins, Sums&&>
outside weighted_histogram(const Policy& policy, const Samples& samples, const Weights& weights, const Bins& bins,
                           Sums&& sums) {
    return binning::waited_for<1>(policy, [&](outside* out) {
        binning::sum_into("weighted_histogram", policy, samples, weights, bins, sums, out);
    });
}

template <unsigned Channels = 1, class... Given>
misuse::anything histogram(misuse::refused<misuse::counting<Channels, sizeof...(Given)>, Given...>, const Given&...);
STRIDER_REFUSES_BEGINNINGS(auto, histogram);
template <unsigned Channels = 1, class... Given>
misuse::anything histogram_into(misuse::refused<misuse::counting_into<Channels, sizeof...(Given)>, Given...>,
                                const Given&...);
STRIDER_REFUSES_BEGINNINGS(auto, histogram_into);
STRIDER_REFUSES(weighted_histogram, summing);
STRIDER_REFUSES(weighted_histogram_into, summing_into);
misuse::lost_output_3 histogram, histogram_into;
misuse::lost_output_4 histogram, histogram_into;
misuse::lost_output_5 weighted_histogram, weighted_histogram_into;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
