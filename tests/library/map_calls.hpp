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
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        const std::vector<int> numbers = ascending(elements, -3), many(elements, -1);
        std::vector<unsigned> indices = ascending<unsigned>(elements);
        std::swap(indices.front(), indices.back());

        list.add(
            "transform", 0, many, [](const auto& at, auto to, auto from) { transform(at, from, to, next{}); }, numbers);
        list.add(
            "transform of two", 0, many,
            [](const auto& at, auto to, auto a, auto b) { transform(at, a, b, to, plus{}); }, numbers, numbers);
        list.add(
            "gather", 0, many, [](const auto& at, auto to, auto from, auto by) { gather(at, from, by, to); }, numbers,
            indices);
        list.add(
            "gather, checked", 1, many,
            [](const auto& at, auto to, auto from, auto by) {
                gather(at, from, by, to, checked);
                return true;  // what it waits for
            },
            numbers, indices);
        list.add(
            "scatter", 0, many, [](const auto& at, auto to, auto from, auto by) { scatter(at, from, by, to); }, numbers,
            indices);
        list.add(
            "scatter, checked", 1, many,
            [](const auto& at, auto to, auto from, auto by) {
                scatter(at, from, by, to, checked);
                return true;
            },
            numbers, indices);
        list.add(
            "scatter_reduce", 0, many,
            [](const auto& at, auto to, auto from, auto by) { scatter_reduce(at, from, by, to, maximum{}); }, numbers,
            indices);
        list.add(
            "scatter_reduce in order", 4, many,
            [](const auto& at, auto to, auto from, auto by) { scatter_reduce(at, from, by, to, second_of_two{}); },
            numbers, indices);
        list.add(
            "scatter_reduce, checked", 1, many,
            [](const auto& at, auto to, auto from, auto by) {
                scatter_reduce(at, from, by, to, maximum{}, checked);
                return true;
            },
            numbers, indices);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   apart = ones.subspan(200, 100), indices = ones.subspan(300, 100);
        const auto shorts = list.template memory<short>(200);

        list.add("transform to too few", "give it as many",
                 [=](const policy& at) { transform(at, few, fewer, next{}); });
        list.add("transform to itself, moved", "the same place or another one",
                 [=](const policy& at) { transform(at, few, moved, next{}); });
        list.add("transform to itself in another type", "give it another place", [=](const policy& at) {
            transform(at, shorts.first(100), std::span(reinterpret_cast<signed char*>(shorts.data()), 200), next{});
        });
        list.add("transform of two sizes", "give two of one size",
                 [=](const policy& at) { transform(at, few, fewer, apart, plus{}); });
        list.add("transform of two to too few", "give it as many",
                 [=](const policy& at) { transform(at, few, apart, fewer, plus{}); });
        list.add("transform of two to the second, moved", "the same place or another one",
                 [=](const policy& at) { transform(at, apart, few, moved, plus{}); });
        list.add("transform of more than there can be", "check its size",
                 [=](const policy& at) { transform(at, endless, endless, next{}); });
        list.add("transform of two of more than there can be", "check its size",
                 [=](const policy& at) { transform(at, endless, endless, endless, plus{}); });
        list.add("gather to too few", "give it as many", [=](const policy& at) { gather(at, few, indices, fewer); });
        list.add("gather to itself", "give it another place", [=](const policy& at) { gather(at, few, indices, few); });
        list.add("gather to its indices", "give it another place",
                 [=](const policy& at) { gather(at, few, indices, indices); });
        list.add("gather by more than there can be", "check its size",
                 [=](const policy& at) { gather(at, few, endless, endless); });
        list.add("gather from more than there can be", "check its size",
                 [=](const policy& at) { gather(at, endless, indices, apart); });
        list.add("scatter by too few indices", "give one for each",
                 [=](const policy& at) { scatter(at, few, indices.first(99), apart); });
        list.add("scatter to itself", "give it another place",
                 [=](const policy& at) { scatter(at, few, indices, moved); });
        list.add("scatter to its indices", "give it another place",
                 [=](const policy& at) { scatter(at, few, indices, indices); });
        list.add("scatter of more than there can be", "check its size",
                 [=](const policy& at) { scatter(at, endless, endless, apart); });
        list.add("scatter to more than there can be", "check its size",
                 [=](const policy& at) { scatter(at, few, indices, endless); });
        list.add("scatter_reduce by too few indices", "give one for each",
                 [=](const policy& at) { scatter_reduce(at, few, indices.first(99), apart); });
        list.add("scatter_reduce to itself", "give it another place",
                 [=](const policy& at) { scatter_reduce(at, few, indices, moved); });
        list.add("scatter_reduce to its indices", "give it another place",
                 [=](const policy& at) { scatter_reduce(at, few, indices, indices); });
        list.add("scatter_reduce of more than there can be", "check its size",
                 [=](const policy& at) { scatter_reduce(at, endless, endless, apart); });
        return list;
    }
};

}  // namespace strider::test
