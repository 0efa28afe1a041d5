// Sorts, right and wrong (every_call.hpp).
#pragma once

#include <functional>

#include <strider/sort.hpp>
#include <strider/top_k.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct sort_calls {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        using word = std::uint64_t;
        std::vector<word> numbers(elements), zeros(elements), both(2 * elements);
        for (std::uint64_t i = 0; i < elements; ++i) numbers[i] = i * 0x9e3779b97f4a7c15u >> 40;
        // What takes most scratch comes first. The values stand behind the keys.
        list.add(
            "sort_pairs_into", 2, both,
            [=](const auto& at, auto to, auto from) {
                sort_pairs_into(at, from, from, to.first(elements), to.subspan(elements), std::greater{});
            },
            numbers);
        list.add("sort_into", 2, zeros, [](const auto& at, auto to, auto from) { sort_into(at, from, to); }, numbers);
        list.add(
            "top_k", 2, zeros, [=](const auto& at, auto to, auto from) { top_k(at, from, to.first(elements / 3)); },
            numbers);
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
                   apart = ones.subspan(200, 100), more = ones.subspan(300, 100);
        list.add("sort_into too few", "give it as many", [=](const policy& at) { sort_into(at, few, fewer); });
        list.add("sort_into itself, moved", "the same place or another one",
                 [=](const policy& at) { sort_into(at, few, moved); });
        list.add("sort of more than there can be", "check its size", [=](const policy& at) { sort(at, endless); });
        list.add("sort_pairs of fewer values", "give two of one size",
                 [=](const policy& at) { sort_pairs(at, few, fewer, std::greater{}); });
        list.add("sort_pairs_into too few keys", "give it as many",
                 [=](const policy& at) { sort_pairs_into(at, few, apart, fewer, more, std::greater{}); });
        list.add("sort_pairs_into too few values", "give it as many",
                 [=](const policy& at) { sort_pairs_into(at, few, apart, more, fewer, std::greater{}); });
        list.add("top_k of more than there are", "ask for no more than there are",
                 [=](const policy& at) { top_k(at, fewer, apart); });
        list.add("top_k to its input", "a place of its own", [=](const policy& at) { top_k(at, few, moved.first(5)); });
        return list;
    }
};

}  // namespace strider::test
