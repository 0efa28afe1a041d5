// Compactions and histograms, right and wrong.
#pragma once

#include <strider/compact.hpp>
#include <strider/histogram.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct is_odd {
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t x) const { return x % 2 != 0; }
};
struct same_half {
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t a, std::uint64_t b) const { return a / 2 == b / 2; }
};

struct selections {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        using word = std::uint64_t;
        const std::vector<word> numbers = ascending<word>(elements), kept(elements, ~word{0}),
                                kept_and_count(elements + 1, ~word{0});

        list.add(
            "compact", 1, kept, [](const auto& at, auto to, auto from) { return compact(at, from, to, is_odd{}); },
            numbers);
        list.add(
            "partition", 1, kept, [](const auto& at, auto to, auto from) { return partition(at, from, to, is_odd{}); },
            numbers);
        list.add(
            "unique", 1, kept, [](const auto& at, auto to, auto from) { return unique(at, from, to, same_half{}); },
            numbers);
        // The count stands behind the elements.
        list.add(
            "compact_into", 1, kept_and_count,
            [=](const auto& at, auto to, auto from) {
                compact_into(at, from, to.first(elements), &to.back(), is_odd{});
            },
            numbers);
        list.add(
            "partition_into", 1, kept_and_count,
            [=](const auto& at, auto to, auto from) {
                partition_into(at, from, to.first(elements), &to.back(), is_odd{});
            },
            numbers);
        list.add(
            "unique_into", 1, kept_and_count,
            [=](const auto& at, auto to, auto from) {
                unique_into(at, from, to.first(elements), &to.back(), same_half{});
            },
            numbers);

        const even_bins<int> bins{30, 100, static_cast<int>(elements / 2)};
        const std::vector<int> samples = ascending(elements / 3 * 3, -3), edges{0, 10, 100, 1000, 10000};
        const std::vector<std::uint8_t> bytes = ascending<std::uint8_t>(elements);
        const std::vector<float> weights = ascending<float>(samples.size());
        const std::vector<word> counts(30, ~word{0}), counts_of_three(90, ~word{0}), counts_of_bytes(256, ~word{0}),
            counts_between(4, ~word{0});
        const std::vector<double> sums(30, -1);
        list.add(
            "histogram", 1, counts, [=](const auto& at, auto to, auto from) { return histogram(at, from, bins, to); },
            samples);
        list.add(
            "histogram_into", 1, counts,
            [=](const auto& at, auto to, auto from) { histogram_into(at, from, bins, to, nullptr); }, samples);
        list.add(
            "histogram between edges", 1, counts_between,
            [](const auto& at, auto to, auto from, auto between) { return histogram(at, from, between, to); }, samples,
            edges);
        list.add(
            "histogram of three channels", 1, counts_of_three,
            [=](const auto& at, auto to, auto from) { return histogram<3>(at, from, bins, to); }, samples);
        list.add(
            "histogram_into of bytes", 1, counts_of_bytes,
            [](const auto& at, auto to, auto from) { histogram_into(at, from, to); }, bytes);
        list.add(
            "weighted_histogram", 2, sums,
            [=](const auto& at, auto to, auto from, auto by) { return weighted_histogram(at, from, by, bins, to); },
            samples, weights);
        list.add(
            "weighted_histogram_into", 2, sums,
            [=](const auto& at, auto to, auto from, auto by) {
                weighted_histogram_into(at, from, by, bins, to, nullptr);
            },
            samples, weights);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto endless = list.template endless<word>();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100);
        word* const count = ones.data() + 400;

        // What is wrong with the memory of one is wrong with that of all.
        const auto refused = [&](const std::string& name, const std::string& says, auto from, auto to) {
            list.add("compact " + name, says, [=](const policy& at) { compact(at, from, to, is_odd{}); });
            list.add("compact_into " + name, says,
                     [=](const policy& at) { compact_into(at, from, to, count, is_odd{}); });
            list.add("partition " + name, says, [=](const policy& at) { partition(at, from, to, is_odd{}); });
            list.add("partition_into " + name, says,
                     [=](const policy& at) { partition_into(at, from, to, count, is_odd{}); });
            list.add("unique " + name, says, [=](const policy& at) { unique(at, from, to, same_half{}); });
            list.add("unique_into " + name, says,
                     [=](const policy& at) { unique_into(at, from, to, count, same_half{}); });
        };
        refused("to too few", "give it as many", few, fewer);
        refused("to itself, moved", "the same place or another one", few, moved);
        refused("of more than there can be", "check its size", endless, endless);
        list.add("partition to itself", "give it a place of its own",
                 [=](const policy& at) { partition(at, few, few, is_odd{}); });
        list.add("partition_into to itself", "give it a place of its own",
                 [=](const policy& at) { partition_into(at, few, few, count, is_odd{}); });
        list.add("compact_into without a count", "give one in the device's memory",
                 [=](const policy& at) { compact_into(at, few, apart, nullptr, is_odd{}); });
        list.add("partition_into without a count", "give one in the device's memory",
                 [=](const policy& at) { partition_into(at, few, apart, nullptr, is_odd{}); });
        list.add("unique_into without a count", "give one in the device's memory",
                 [=](const policy& at) { unique_into(at, few, apart, nullptr, same_half{}); });

        const even_bins<int> bins{30, 0, 60};
        const auto bytes = list.template memory<std::uint8_t>(300);
        const auto binned = [&](const std::string& name, const std::string& says, auto from, auto into, auto to) {
            list.add("histogram " + name, says, [=](const policy& at) { histogram(at, from, into, to); });
            list.add("histogram_into " + name, says,
                     [=](const policy& at) { histogram_into(at, from, into, to, nullptr); });
            list.add("weighted_histogram " + name, says,
                     [=](const policy& at) { weighted_histogram(at, from, from, into, to); });
            list.add("weighted_histogram_into " + name, says,
                     [=](const policy& at) { weighted_histogram_into(at, from, from, into, to, nullptr); });
        };
        binned("to too few", "give 30, one for each bin", few, bins, apart.first(29));
        binned("to its samples", "give it another place", few, bins, few);
        binned("of more than there can be", "check its size", endless, bins, apart);
        binned("of no bins", "give from 1 to 2^20", few, even_bins{0, 0, 60}, apart);
        binned("of too many bins", "give from 1 to 2^20", few, even_bins{(1u << 20) + 1, 0u, 60u}, apart);
        binned("of no width", "give a first edge below the last", few, even_bins{30, 60, 60}, apart);
        binned("between one edge", "give one more than there are bins", few, fewer.first(1), apart);
        binned("to its edges", "give it another place", few, apart, apart);
        list.add("histogram of three channels and uneven samples", "give as many of each",
                 [=](const policy& at) { histogram<3>(at, few, bins, apart); });
        list.add("histogram of three channels to too few", "give 90, one for each bin and channel",
                 [=](const policy& at) { histogram<3>(at, few.first(99), bins, apart.first(89)); });
        list.add("histogram of bytes to too few", "give 256",
                 [=](const policy& at) { histogram(at, bytes, ones.first(255)); });
        list.add("weighted_histogram of too few weights", "give one weight a sample",
                 [=](const policy& at) { weighted_histogram(at, few, fewer, bins, apart); });
        list.add("weighted_histogram to its weights", "give it another place",
                 [=](const policy& at) { weighted_histogram(at, few, apart, bins, apart); });
        return list;
    }
};

}  // namespace strider::test
