// Scans, right and wrong (every_call.hpp).
#pragma once

#include <strider/scan.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct scan_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        const std::vector<affine> steps = affine_steps(elements);
        constexpr affine unchanged{1, 0};

        list.add("inclusive_scan", 1, many, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { inclusive_scan(at, from, to); });
        list.add("exclusive_scan", 1, many, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { exclusive_scan(at, from, to); });
        list.add("exclusive_scan in order", 1, std::vector<affine>(elements, unchanged), std::tie(steps),
                 [=](const auto& at, auto to, auto from) { exclusive_scan(at, from, to, compose{}, unchanged); });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100);
        ADD_WRONG("give it as many", inclusive_scan(at, few, fewer));
        ADD_WRONG("the same place or another one", inclusive_scan(at, few, moved));
        ADD_WRONG("give it as many", exclusive_scan(at, few, fewer));
        ADD_WRONG("the same place or another one", exclusive_scan(at, moved, few));
        ADD_WRONG("is no value of the elements' type", inclusive_scan(at, few, few, plus{}, std::int64_t{1} << 40));
        ADD_WRONG("is no value of the elements' type", exclusive_scan(at, few, few, other_extreme{}, ~0u));
        ADD_WRONG("check its size", inclusive_scan(at, endless, endless));
        ADD_WRONG("check its size", exclusive_scan(at, endless, endless));
        const auto nowhere = list.nowhere();
        ADD_WRONG("at a null pointer", inclusive_scan(at, nowhere, few));
        ADD_WRONG("at a null pointer", inclusive_scan(at, few, nowhere));
        ADD_WRONG("at a null pointer", exclusive_scan(at, nowhere, few));
        ADD_WRONG("at a null pointer", exclusive_scan(at, few, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
