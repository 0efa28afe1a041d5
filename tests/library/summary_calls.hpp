// Summaries, right and wrong (every_call.hpp).
#pragma once

#include <strider/summary.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct summary_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        const std::vector<int> numbers = ascending(elements, -3), none;
        list.add("summarize_into", 1, std::vector<summary<int>>{{-1, {-1, 0}, {-1, 0}}}, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { summarize_into(at, from, to.data()); });
        list.add("summarize", 1, none, std::tie(numbers),
                 [](const auto& at, auto, auto from) { return summarize(at, from); });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto none = ones.first(0);
        ADD_WRONG("give it at least one element", summarize(at, none));
        ADD_WRONG("check its size", summarize(at, endless));
        ADD_WRONG("give it at least one element", summarize_into(at, none, static_cast<summary<int>*>(nullptr)));
        ADD_WRONG("no place for the result", summarize_into(at, ones, static_cast<summary<int>*>(nullptr)));
        const auto nowhere = list.nowhere();
        ADD_WRONG("at a null pointer", summarize(at, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
