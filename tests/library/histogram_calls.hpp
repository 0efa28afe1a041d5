// Histograms, right and wrong (every_call.hpp).
#pragma once

#include <limits>
#include <vector>

#include <strider/histogram.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct histogram_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        using word = std::uint64_t;
        const even_bins<int> bins{30, 100, static_cast<int>(elements / 2)};
        const std::vector<int> samples = ascending(elements / 3 * 3, -3), edges{0, 10, 100, 1000, 10000};
        const std::vector<std::uint8_t> bytes = ascending<std::uint8_t>(elements);
        const std::vector<float> weights = ascending<float>(samples.size());
        const std::vector<word> counts(30, ~word{0}), counts_of_three(90, ~word{0}), counts_of_bytes(256, ~word{0}),
            counts_between(4, ~word{0});
        const std::vector<double> sums(30, -1);
        list.add("histogram", 1, counts, std::tie(samples),
                 [=](const auto& at, auto to, auto from) { return histogram(at, from, bins, to); });
        list.add("histogram_into", 1, counts, std::tie(samples),
                 [=](const auto& at, auto to, auto from) { histogram_into(at, from, bins, to); });
        list.add("histogram between edges", 1, counts_between, std::tie(samples, edges),
                 [](const auto& at, auto to, auto from, auto between) { return histogram(at, from, between, to); });
        list.add("histogram of three channels", 1, counts_of_three, std::tie(samples),
                 [=](const auto& at, auto to, auto from) { return histogram<3>(at, from, bins, to); });
        list.add("histogram_into of bytes", 1, counts_of_bytes, std::tie(bytes),
                 [](const auto& at, auto to, auto from) { histogram_into(at, from, to); });
        list.add(
            "weighted_histogram", 2, sums, std::tie(samples, weights),
            [=](const auto& at, auto to, auto from, auto by) { return weighted_histogram(at, from, by, bins, to); });
        list.add("weighted_histogram_into", 2, sums, std::tie(samples, weights),
                 [=](const auto& at, auto to, auto from, auto by) { weighted_histogram_into(at, from, by, bins, to); });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto endless = list.template endless<word>();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), apart = ones.subspan(200, 100);
        const even_bins<int> bins{30, 0, 60};
        const auto bytes = list.template memory<std::uint8_t>(300);
        const auto binned = [&](const std::string& says, auto from, auto into, auto to) {
            ADD_WRONG(says, histogram(at, from, into, to));
            ADD_WRONG(says, histogram_into(at, from, into, to));
            ADD_WRONG(says, weighted_histogram(at, from, from, into, to));
            ADD_WRONG(says, weighted_histogram_into(at, from, from, into, to));
        };
        binned("give 30, one for each bin", few, bins, apart.first(29));
        binned("give it another place", few, bins, few);
        binned("check its size", endless, bins, apart);
        binned("give from 1 to 2^20", few, even_bins{0, 0, 60}, apart);
        binned("give from 1 to 2^20", few, even_bins{(1u << 20) + 1, 0u, 60u}, apart);
        binned("give a first edge below the last", few, even_bins{30, 60, 60}, apart);
        binned("give one more than there are bins", few, fewer.first(1), apart);
        binned("give one more than there are bins", few, fewer.first(0), apart);
        binned("give it another place", few, apart, apart);
        const auto floats = list.template memory<float>(100);
        using limits = std::numeric_limits<float>;
        for (const even_bins<float>& bad : std::vector<even_bins<float>>{{5, 1, 1},
                                                                         {5, 1, 0},
                                                                         {5, 0, limits::infinity()},
                                                                         {5, limits::quiet_NaN(), 1},
                                                                         {5, -limits::max(), limits::max()},
                                                                         {5, 0, limits::denorm_min()}}) {
            ADD_WRONG("give finite edges", histogram(at, floats, bad, apart));
        }
        ADD_WRONG("around values of the samples' type", histogram(at, few.first(0), even_bins{4u, -8, 0}, apart));
        const auto integers = list.memory(3);
        ADD_WRONG("give edges less than 2^32 apart",
                  histogram(at, integers, even_bins{4u, std::int64_t{0}, std::int64_t{1} << 33}, apart));
        outside* const nowhere = nullptr;
        ADD_WRONG("give one in the device's memory", histogram_into(at, few, bins, apart, nowhere));
        ADD_WRONG("give one in the device's memory", weighted_histogram_into(at, few, few, bins, apart, nowhere));
        ADD_WRONG("give as many of each", histogram<3>(at, few, bins, apart));
        ADD_WRONG("give 90, one for each bin and channel", histogram<3>(at, few.first(99), bins, apart.first(89)));
        ADD_WRONG("give 256", histogram(at, bytes, ones.first(255)));
        ADD_WRONG("give one weight a sample", weighted_histogram(at, few, fewer, bins, apart));
        ADD_WRONG("give it another place", weighted_histogram(at, few, apart, bins, apart));
        const auto unseen = list.template nowhere<word>();
        const auto no_bytes = list.template nowhere<std::uint8_t>();
        binned("at a null pointer", unseen, bins, apart);
        binned("at a null pointer", few, unseen, apart);
        binned("at a null pointer", few, bins, unseen);
        ADD_WRONG("at a null pointer", histogram(at, no_bytes, ones));
        ADD_WRONG("at a null pointer", weighted_histogram(at, few, unseen, bins, apart));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
