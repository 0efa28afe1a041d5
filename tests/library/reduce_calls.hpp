// Reductions, right and wrong (every_call.hpp).
#pragma once

#include <strider/reduce.hpp>

#include "tests/library/every_call.hpp"

namespace strider::test {

struct squared {
    STRIDER_HOST_DEVICE constexpr int operator()(int x) const {
        return static_cast<int>(static_cast<unsigned>(x) * static_cast<unsigned>(x));
    }
};

struct reduce_calls {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        const std::vector<int> numbers = ascending(elements, -3), one(1, -1), none;
        const std::vector<affine> steps = affine_steps(elements);
        constexpr affine unchanged{1, 0};

        list.add(
            "reduce_into", 1, one, [](const auto& at, auto to, auto from) { reduce_into(at, from, to.data()); },
            numbers);
        list.add("reduce", 1, none, [](const auto& at, auto, auto from) { return reduce(at, from); }, numbers);
        list.add(
            "reduce in order", 1, none,
            [=](const auto& at, auto, auto from) { return reduce(at, from, compose{}, unchanged); }, steps);
        list.add(
            "transform_reduce", 1, none,
            [](const auto& at, auto, auto from) { return transform_reduce(at, from, squared{}, plus{}, 1); }, numbers);
        list.add("dot", 1, none, [](const auto& at, auto, auto a, auto b) { return dot(at, a, b); }, numbers, numbers);
        list.add("mean", 1, none, [](const auto& at, auto, auto from) { return mean(at, from); }, numbers);
        list.add(
            "min_max", 1, none,
            [](const auto& at, auto, auto from) {
                const auto found = min_max(at, from);
                return std::pair(found.minimum, found.maximum);
            },
            numbers);
        list.add("argmin", 1, none, [](const auto& at, auto, auto from) { return argmin(at, from).index; }, numbers);
        list.add("argmax", 1, none, [](const auto& at, auto, auto from) { return argmax(at, from).index; }, numbers);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), none = ones.first(0);
        list.add("reduce of more than there can be", "check its size", [=](const policy& at) { reduce(at, endless); });
        list.add("reduce_into of more than there can be", "check its size",
                 [=](const policy& at) { reduce_into(at, endless, ones.data()); });
        list.add("reduce_into nowhere", "no place for the result",
                 [=](const policy& at) { reduce_into(at, few, static_cast<int*>(nullptr)); });
        list.add("reduce_into of nothing nowhere", "no place for the result",
                 [=](const policy& at) { reduce_into(at, none, static_cast<int*>(nullptr)); });
        list.add("transform_reduce of more than there can be", "check its size",
                 [=](const policy& at) { transform_reduce(at, endless, squared{}, plus{}, 0); });
        list.add("dot of more than there can be", "check its size",
                 [=](const policy& at) { dot(at, endless, endless); });
        list.add("dot of two sizes", "give two of one size", [=](const policy& at) { dot(at, few, fewer); });
        list.add("mean of nothing", "give it at least one element", [=](const policy& at) { mean(at, none); });
        list.add("mean of more than there can be", "check its size", [=](const policy& at) { mean(at, endless); });
        list.add("min_max of nothing", "give it at least one element", [=](const policy& at) { min_max(at, none); });
        list.add("min_max of more than there can be", "check its size",
                 [=](const policy& at) { min_max(at, endless); });
        list.add("argmin of nothing", "give it at least one element", [=](const policy& at) { argmin(at, none); });
        list.add("argmin of more than there can be", "check its size", [=](const policy& at) { argmin(at, endless); });
        list.add("argmax of nothing", "give it at least one element", [=](const policy& at) { argmax(at, none); });
        list.add("argmax of more than there can be", "check its size", [=](const policy& at) { argmax(at, endless); });
        return list;
    }
};

}  // namespace strider::test
