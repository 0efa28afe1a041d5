// Maps, gathers and scatters, right and wrong (every_call.hpp).
#pragma once

#include <strider/gather.hpp>
#include <strider/map.hpp>
#include <strider/scatter.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

/// Associative, does not commute, and gives the same when it is done again.
struct second_of_two {
    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(std::uint64_t, std::uint64_t b) const { return b; }
};

struct map_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        std::vector<unsigned> indices = ascending<unsigned>(elements);
        std::swap(indices.front(), indices.back());

        list.add("transform", 0, many, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { transform(at, from, to, next{}); });
        list.add("transform of two", 0, many, std::tie(numbers, numbers),
                 [](const auto& at, auto to, auto a, auto b) { transform(at, a, b, to, plus{}); });
        list.add("gather", 0, many, std::tie(numbers, indices),
                 [](const auto& at, auto to, auto from, auto by) { gather(at, from, by, to); });
        list.add("gather, checked", 1, many, std::tie(numbers, indices),
                 [](const auto& at, auto to, auto from, auto by) {
                     gather(at, from, by, to, checked);
                     return true;  // what it waits for
                 });
        list.add("scatter", 0, many, std::tie(numbers, indices),
                 [](const auto& at, auto to, auto from, auto by) { scatter(at, from, by, to); });
        list.add("scatter, checked", 1, many, std::tie(numbers, indices),
                 [](const auto& at, auto to, auto from, auto by) {
                     scatter(at, from, by, to, checked);
                     return true;
                 });
        list.add("scatter_reduce", 0, many, std::tie(numbers, indices),
                 [](const auto& at, auto to, auto from, auto by) { scatter_reduce(at, from, by, to, maximum{}); });
        list.add(
            "scatter_reduce in order", 4, many, std::tie(numbers, indices),
            [](const auto& at, auto to, auto from, auto by) { scatter_reduce(at, from, by, to, second_of_two{}); });
        list.add("scatter_reduce, checked", 1, many, std::tie(numbers, indices),
                 [](const auto& at, auto to, auto from, auto by) {
                     scatter_reduce(at, from, by, to, maximum{}, checked);
                     return true;
                 });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100), indices = ones.subspan(300, 100);
        const auto shorts = list.template memory<short>(200);

        ADD_WRONG("give it as many", transform(at, few, fewer, next{}));
        ADD_WRONG("the same place or another one", transform(at, few, moved, next{}));
        ADD_WRONG(
            "give it another place",
            transform(at, shorts.first(100), std::span(reinterpret_cast<signed char*>(shorts.data()), 200), next{}));
        ADD_WRONG("give two of one size", transform(at, few, fewer, apart, plus{}));
        ADD_WRONG("give it as many", transform(at, few, apart, fewer, plus{}));
        ADD_WRONG("the same place or another one", transform(at, apart, few, moved, plus{}));
        ADD_WRONG("check its size", transform(at, endless, endless, next{}));
        ADD_WRONG("check its size", transform(at, endless, endless, endless, plus{}));
        ADD_WRONG("give it as many", gather(at, few, indices, fewer));
        ADD_WRONG("give it another place", gather(at, few, indices, few));
        ADD_WRONG("give it another place", gather(at, few, indices, indices));
        ADD_WRONG("check its size", gather(at, few, endless, endless));
        ADD_WRONG("check its size", gather(at, endless, indices, apart));
        ADD_WRONG("give one for each", scatter(at, few, indices.first(99), apart));
        ADD_WRONG("give it another place", scatter(at, few, indices, moved));
        ADD_WRONG("give it another place", scatter(at, few, indices, indices));
        ADD_WRONG("check its size", scatter(at, endless, endless, apart));
        ADD_WRONG("check its size", scatter(at, few, indices, endless));
        ADD_WRONG("give one for each", scatter_reduce(at, few, indices.first(99), apart));
        ADD_WRONG("give it another place", scatter_reduce(at, few, indices, moved));
        ADD_WRONG("give it another place", scatter_reduce(at, few, indices, indices));
        ADD_WRONG("check its size", scatter_reduce(at, endless, endless, apart));
        const auto nowhere = list.nowhere();
        ADD_WRONG("at a null pointer", transform(at, nowhere, few, next{}));
        ADD_WRONG("at a null pointer", transform(at, few, nowhere, next{}));
        ADD_WRONG("at a null pointer", transform(at, few, nowhere, apart, plus{}));
        ADD_WRONG("at a null pointer", gather(at, nowhere, indices, apart));
        ADD_WRONG("at a null pointer", gather(at, few, nowhere, apart));
        ADD_WRONG("at a null pointer", gather(at, few, indices, nowhere));
        ADD_WRONG("at a null pointer", scatter(at, nowhere, indices, apart));
        ADD_WRONG("at a null pointer", scatter(at, few, nowhere, apart));
        ADD_WRONG("at a null pointer", scatter(at, few, indices, nowhere));
        ADD_WRONG("at a null pointer", scatter_reduce(at, nowhere, indices, apart));
        ADD_WRONG("at a null pointer", scatter_reduce(at, few, nowhere, apart));
        ADD_WRONG("at a null pointer", scatter_reduce(at, few, indices, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
