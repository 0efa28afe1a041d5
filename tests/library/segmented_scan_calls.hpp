// Scans of segments, right and wrong (every_call.hpp).
#pragma once

#include <strider/segmented_scan.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct segmented_scan_calls {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        const std::vector<unsigned> offsets = offsets_of_any_length(elements);

        list.add(
            "segmented_inclusive_scan", 1, many,
            [](const auto& at, auto to, auto from, auto cut) { segmented_inclusive_scan(at, from, cut, to); }, numbers,
            offsets);
        list.add(
            "segmented_exclusive_scan", 1, many,
            [](const auto& at, auto to, auto from, auto cut) { segmented_exclusive_scan(at, from, cut, to); }, numbers,
            offsets);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100);
        const auto offsets = list.memory(12);
        list.add("segmented_inclusive_scan to too few", "give it as many",
                 [=](const policy& at) { segmented_inclusive_scan(at, few, offsets, fewer); });
        list.add("segmented_inclusive_scan to itself, moved", "the same place or another one",
                 [=](const policy& at) { segmented_inclusive_scan(at, few, offsets, moved); });
        list.add("segmented_inclusive_scan to its offsets", "give it another place",
                 [=](const policy& at) { segmented_inclusive_scan(at, few, apart.first(12), apart); });
        list.add(
            "segmented_inclusive_scan from what no element is", "is no value of the elements' type",
            [=](const policy& at) { segmented_inclusive_scan(at, few, offsets, few, plus{}, std::int64_t{1} << 40); });
        list.add("segmented_exclusive_scan from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { segmented_exclusive_scan(at, few, offsets, few, other_extreme{}, ~0u); });
        list.add("segmented_inclusive_scan of more than there can be", "check its size",
                 [=](const policy& at) { segmented_inclusive_scan(at, endless, offsets, endless); });
        list.add("segmented_exclusive_scan to too few", "give it as many",
                 [=](const policy& at) { segmented_exclusive_scan(at, few, offsets, fewer); });
        list.add("segmented_exclusive_scan to itself, moved", "the same place or another one",
                 [=](const policy& at) { segmented_exclusive_scan(at, few, offsets, moved); });
        list.add("segmented_exclusive_scan to its offsets", "give it another place",
                 [=](const policy& at) { segmented_exclusive_scan(at, few, apart.first(12), apart); });
        list.add("segmented_exclusive_scan of more than there can be", "check its size",
                 [=](const policy& at) { segmented_exclusive_scan(at, endless, offsets, endless); });
        return list;
    }
};

}  // namespace strider::test
