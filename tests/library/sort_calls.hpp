// Sorts, right and wrong (every_call.hpp).
#pragma once

#include <functional>

#include <strider/sort.hpp>
#include <strider/top_k.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct sort_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        using word = std::uint64_t;
        std::vector<word> numbers(elements), zeros(elements), both(2 * elements);
        for (std::uint64_t i = 0; i < elements; ++i) numbers[i] = i * 0x9e3779b97f4a7c15u >> 40;
        // The call that takes most scratch comes first. The values stand behind the keys.
        list.add("sort_pairs", 2, both, std::tie(numbers), [=](const auto& at, auto to, auto from) {
            sort_pairs(at, from, from, to.first(elements), to.subspan(elements), std::greater{});
        });
        list.add("sort", 2, zeros, std::tie(numbers), [](const auto& at, auto to, auto from) { sort(at, from, to); });
        list.add("top_k", 2, zeros, std::tie(numbers),
                 [=](const auto& at, auto to, auto from) { top_k(at, from, to.first(elements / 3)); });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        using word = std::uint64_t;
        const auto ones = list.template memory<word>(1000);
        const auto endless = list.template endless<word>();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100), more = ones.subspan(300, 100);
        ADD_WRONG("give it as many", sort(at, few, fewer));
        ADD_WRONG("the same place or another one", sort(at, few, moved));
        ADD_WRONG("check its size", sort(at, endless));
        ADD_WRONG("give two of one size", sort_pairs(at, few, fewer, std::greater{}));
        ADD_WRONG("give it as many", sort_pairs(at, few, apart, fewer, more, std::greater{}));
        ADD_WRONG("give it as many", sort_pairs(at, few, apart, more, fewer, std::greater{}));
        ADD_WRONG("ask for no more than there are", top_k(at, fewer, apart));
        ADD_WRONG("a place of its own", top_k(at, few, moved.first(5)));
        const auto nowhere = list.template nowhere<word>();
        ADD_WRONG("at a null pointer", sort(at, nowhere));
        ADD_WRONG("at a null pointer", sort(at, nowhere, few));
        ADD_WRONG("at a null pointer", sort(at, few, nowhere));
        ADD_WRONG("at a null pointer", sort_pairs(at, nowhere, few, std::greater{}));
        ADD_WRONG("at a null pointer", sort_pairs(at, few, nowhere, std::greater{}));
        ADD_WRONG("at a null pointer", sort_pairs(at, few, apart, nowhere, more, std::greater{}));
        ADD_WRONG("at a null pointer", sort_pairs(at, few, apart, more, nowhere, std::greater{}));
        ADD_WRONG("at a null pointer", top_k(at, nowhere, few));
        ADD_WRONG("at a null pointer", top_k(at, few, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
