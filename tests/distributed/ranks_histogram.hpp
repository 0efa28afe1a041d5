// Histograms among ranks as one call on all samples. Every rank has counts of its own.
#pragma once

#include <array>
#include <cstring>

#include <strider/distributed/histogram.hpp>

#include "tests/distributed/ranks.hpp"

namespace strider {

/// call(policy, first, end, sums, out) makes the histogram of pixels `first` to `end`.
template <unsigned Channels, ranks_policy Policy, class Samples, class Sums, class Call>
std::array<outside, Channels> histogram_of_parts(const Policy& at, const Samples& samples, const Sums& sums,
                                                 Call call) {
    using Sum = element_of<Sums>;
    const std::uint64_t elements = std::ranges::size(samples), room = std::ranges::size(sums);
    binning::require_apart("histogram", sums, samples, "samples");  // a rank's are
    if (elements % Channels != 0) binning::refuse_bins("histogram", "part of a pixel");
    const std::vector<unsigned char> found =
        at.run(elements / Channels, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
            const typename Policy::backend::template buffer<Sum> mine(
                detail::values_at(here.local, std::ranges::data(sums), room));
            const typename Policy::backend::template buffer<outside> none(std::vector<outside>(Channels, {3, 3, 3}));
            call(here, Channels * first, Channels * end, std::span<Sum>(mine.address(), room), none.address());
            const std::vector<Sum> results = at.keep(here, std::ranges::data(sums), mine.address(), room);
            const std::vector<outside> out = none.values();
            std::vector<unsigned char> bytes(sizeof(outside) * Channels + results.size() * sizeof(Sum));
            std::memcpy(bytes.data(), out.data(), sizeof(outside) * Channels);
            std::memcpy(bytes.data() + sizeof(outside) * Channels, results.data(), results.size() * sizeof(Sum));
            return bytes;
        });
    std::array<outside, Channels> out;
    std::memcpy(out.data(), found.data(), sizeof out);
    return out;
}

namespace detail {

template <class Local, class Found>
void put_outside(const Local& at, outside* to, const Found& found) {
    if (to != nullptr) copy_bytes(at, to, &found, sizeof found);
    finish(at);
}

}  // namespace detail

template <unsigned Channels = 1, ranks_policy Policy, class Samples, class Bins, class Counts>
void histogram_into(const Policy& at, const Samples& samples, const Bins& bins, const Counts& counts, outside* out) {
    const auto found = histogram_of_parts<Channels>(
        at, samples, counts, [&](const auto& here, std::uint64_t first, std::uint64_t end, auto mine, outside* none) {
            histogram_into<Channels>(here, detail::part_of(samples, first, end), bins, mine, none);
        });
    detail::put_outside(at.local, out, found);
}

template <unsigned Channels = 1, ranks_policy Policy, class Samples, class Bins, class Counts>
binning::outside_of<Channels> histogram(const Policy& at, const Samples& samples, const Bins& bins,
                                        const Counts& counts) {
    const auto found = histogram_of_parts<Channels>(
        at, samples, counts, [&](const auto& here, std::uint64_t first, std::uint64_t end, auto mine, outside* none) {
            detail::put_outside(here.local, none,
                                histogram<Channels>(here, detail::part_of(samples, first, end), bins, mine));
        });
    if constexpr (Channels == 1) {
        return found[0];
    } else {
        return found;
    }
}

template <unsigned Channels = 1, ranks_policy Policy, class Samples, class Counts>
void histogram(const Policy& at, const Samples& samples, const Counts& counts) {
    histogram_of_parts<Channels>(at, samples, counts,
                                 [&](const auto& here, std::uint64_t first, std::uint64_t end, auto mine, outside*) {
                                     histogram<Channels>(here, detail::part_of(samples, first, end), mine);
                                 });
}

template <ranks_policy Policy, class Samples, class Weights, class Bins, class Sums>
outside weighted_histogram(const Policy& at, const Samples& samples, const Weights& weights, const Bins& bins,
                           const Sums& sums) {
    binning::require_weights("weighted_histogram", std::ranges::size(samples), sums, weights);  // else there is no cut
    return histogram_of_parts<1>(
        at, samples, sums, [&](const auto& here, std::uint64_t first, std::uint64_t end, auto mine, outside* none) {
            detail::put_outside(here.local, none,
                                weighted_histogram(here, detail::part_of(samples, first, end),
                                                   detail::part_of(weights, first, end), bins, mine));
        })[0];
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
