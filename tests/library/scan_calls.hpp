// Scans, right and wrong (every_call.hpp).
#pragma once

#include <strider/scan.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct scan_calls {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        const std::vector<affine> steps = affine_steps(elements);
        constexpr affine unchanged{1, 0};

        list.add(
            "inclusive_scan", 1, many, [](const auto& at, auto to, auto from) { inclusive_scan(at, from, to); },
            numbers);
        list.add(
            "exclusive_scan", 1, many, [](const auto& at, auto to, auto from) { exclusive_scan(at, from, to); },
            numbers);
        list.add(
            "exclusive_scan in order", 1, std::vector<affine>(elements, unchanged),
            [=](const auto& at, auto to, auto from) { exclusive_scan(at, from, to, compose{}, unchanged); }, steps);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100);
        list.add("inclusive_scan to too few", "give it as many",
                 [=](const policy& at) { inclusive_scan(at, few, fewer); });
        list.add("inclusive_scan to itself, moved", "the same place or another one",
                 [=](const policy& at) { inclusive_scan(at, few, moved); });
        list.add("exclusive_scan to too few", "give it as many",
                 [=](const policy& at) { exclusive_scan(at, few, fewer); });
        list.add("exclusive_scan to itself, moved", "the same place or another one",
                 [=](const policy& at) { exclusive_scan(at, moved, few); });
        list.add("inclusive_scan from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { inclusive_scan(at, few, few, plus{}, std::int64_t{1} << 40); });
        list.add("exclusive_scan from what no element is", "is no value of the elements' type",
                 [=](const policy& at) { exclusive_scan(at, few, few, other_extreme{}, ~0u); });
        list.add("inclusive_scan of more than there can be", "check its size",
                 [=](const policy& at) { inclusive_scan(at, endless, endless); });
        list.add("exclusive_scan of more than there can be", "check its size",
                 [=](const policy& at) { exclusive_scan(at, endless, endless); });
        return list;
    }
};

}  // namespace strider::test
