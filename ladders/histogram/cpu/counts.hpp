// What the rungs on the processor share: the output, and counting in several tables.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <ladders/histogram/binning.hpp>

namespace strider::ladders::histogram {

/// Sets the counts to zero, then calls `entry(input, binning, counts)`.
template <class Entry>
void count_into(const arguments& with, Entry&& entry) {
    const std::span counts(static_cast<std::uint64_t*>(with.output), bins_of(with) + std::size_t{1});
    std::ranges::fill(counts, 0);
    with_binning(with, [&](auto input, auto binning) { entry(input, binning, counts); });
}

/// Counts in tables that samples take turns at: two equal samples in a row do not wait for each other's store.
class several_tables {
public:
    static constexpr std::size_t tables = 4;

    explicit several_tables(std::size_t counts) : counts_(counts), words_(tables * counts) {}

    template <class T, class Binning>
    void count(const T* input, std::uint64_t elements, const Binning& binning) {
        const std::size_t counts = counts_;  // a copy, which no store to a table can change
        std::uint64_t* const words = words_.data();
        std::uint64_t i = 0;
        for (; i + tables <= elements; i += tables) {
            for (std::size_t t = 0; t < tables; ++t) ++words[t * counts + binning.bin_of(input[i + t])];
        }
        for (; i < elements; ++i) ++words[binning.bin_of(input[i])];
    }

    void add_to(std::span<std::uint64_t> counts) const {
        for (std::size_t w = 0; w < words_.size(); ++w) counts[w % counts_] += words_[w];
    }

private:
    std::size_t counts_;
    std::vector<std::uint64_t> words_;
};

}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
