// Scans of segments, right and wrong (every_call.hpp).
#pragma once

#include <strider/segmented_scan.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct segmented_scan_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        const std::vector<unsigned> offsets = offsets_of_any_length(elements);

        list.add("segmented_inclusive_scan", 1, many, std::tie(numbers, offsets),
                 [](const auto& at, auto to, auto from, auto cut) { segmented_inclusive_scan(at, from, cut, to); });
        list.add("segmented_exclusive_scan", 1, many, std::tie(numbers, offsets),
                 [](const auto& at, auto to, auto from, auto cut) { segmented_exclusive_scan(at, from, cut, to); });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100);
        const auto offsets = list.memory(12);
        ADD_WRONG("give it as many", segmented_inclusive_scan(at, few, offsets, fewer));
        ADD_WRONG("the same place or another one", segmented_inclusive_scan(at, few, offsets, moved));
        ADD_WRONG("give it another place", segmented_inclusive_scan(at, few, apart.first(12), apart));
        ADD_WRONG("is no value of the elements' type",
                  segmented_inclusive_scan(at, few, offsets, few, plus{}, std::int64_t{1} << 40));
        ADD_WRONG("is no value of the elements' type",
                  segmented_exclusive_scan(at, few, offsets, few, other_extreme{}, ~0u));
        ADD_WRONG("check its size", segmented_inclusive_scan(at, endless, offsets, endless));
        ADD_WRONG("give it as many", segmented_exclusive_scan(at, few, offsets, fewer));
        ADD_WRONG("the same place or another one", segmented_exclusive_scan(at, few, offsets, moved));
        ADD_WRONG("give it another place", segmented_exclusive_scan(at, few, apart.first(12), apart));
        ADD_WRONG("check its size", segmented_exclusive_scan(at, endless, offsets, endless));
        const auto nowhere = list.nowhere();
        ADD_WRONG("at a null pointer", segmented_inclusive_scan(at, nowhere, offsets, apart));
        ADD_WRONG("at a null pointer", segmented_inclusive_scan(at, few, nowhere, apart));
        ADD_WRONG("at a null pointer", segmented_inclusive_scan(at, few, offsets, nowhere));
        ADD_WRONG("at a null pointer", segmented_exclusive_scan(at, nowhere, offsets, apart));
        ADD_WRONG("at a null pointer", segmented_exclusive_scan(at, few, nowhere, apart));
        ADD_WRONG("at a null pointer", segmented_exclusive_scan(at, few, offsets, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
