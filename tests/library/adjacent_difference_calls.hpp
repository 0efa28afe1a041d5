// Adjacent differences, right and wrong (every_call.hpp).
#pragma once

#include <strider/adjacent_difference.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct adjacent_difference_calls {
    struct itself {
        STRIDER_HOST_DEVICE constexpr affine operator()(const affine& a) const { return a; }
    };

    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        const std::vector<int> numbers = ascending(elements, -3);
        const std::vector<affine> steps = affine_steps(elements);
        list.add("adjacent_difference", 0, std::vector<int>(elements, -1), std::tie(numbers),
                 [](const auto& at, auto to, auto from) { adjacent_difference(at, from, to); });
        // In place, on what is copied to it before: so that each run begins alike.
        list.add("adjacent_difference in place", 1, steps, std::tie(steps), [=](const auto& at, auto to, auto from) {
            transform(at, from, to, itself{});
            adjacent_difference(at, to, to, compose{});
        });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100);
        const std::span<unsigned> same(reinterpret_cast<unsigned*>(few.data()), few.size());
        ADD_WRONG("give it as many", adjacent_difference(at, few, fewer));
        ADD_WRONG("the same place or another one", adjacent_difference(at, few, moved));
        ADD_WRONG("give it another place", adjacent_difference(at, few, same));
        ADD_WRONG("check its size", adjacent_difference(at, endless, endless));
        const auto nowhere = list.nowhere();
        ADD_WRONG("at a null pointer", adjacent_difference(at, nowhere, few));
        ADD_WRONG("at a null pointer", adjacent_difference(at, few, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
