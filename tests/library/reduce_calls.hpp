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

/// Many elements are alike for it: the first of them counts.
struct by_last_digits {
    STRIDER_HOST_DEVICE constexpr bool operator()(int a, int b) const { return a % 100 < b % 100; }
};

struct reduce_calls {
    template <class Backend>
    static call_list<Backend> calls(std::uint64_t elements) {
        call_list<Backend> list;
        const std::vector<int> numbers = ascending(elements, -3), one(1, -1), none;
        const std::vector<affine> steps = affine_steps(elements);
        constexpr affine unchanged{1, 0};

        list.add("reduce_into", 1, one, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { reduce_into(at, from, to.data()); });
        list.add("reduce_into in order", 1, std::vector<affine>{unchanged}, std::tie(steps),
                 [=](const auto& at, auto to, auto from) { reduce_into(at, from, to.data(), compose{}, unchanged); });
        list.add("reduce_into of another type", 1, std::vector<double>{-1}, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { reduce_into(at, from, to.data(), plus{}, 5); });
        list.add("transform_reduce_into", 1, one, std::tie(numbers), [](const auto& at, auto to, auto from) {
            transform_reduce_into(at, from, to.data(), squared{}, plus{}, 1);
        });
        list.add("dot_into", 1, one, std::tie(numbers, numbers),
                 [](const auto& at, auto to, auto a, auto b) { dot_into(at, a, b, to.data()); });
        list.add("mean_into", 1, std::vector<double>{-1}, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { mean_into(at, from, to.data()); });
        list.add("min_max_into", 1, std::vector<extremes<int>>{{-1, -1}}, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { min_max_into(at, from, to.data()); });
        list.add("argmin_into", 1, std::vector<located<int>>{{-1, 0}}, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { argmin_into(at, from, to.data()); });
        list.add("argmax_into by a comparison", 1, std::vector<located<int>>{{-1, 0}}, std::tie(numbers),
                 [](const auto& at, auto to, auto from) { argmax_into(at, from, to.data(), by_last_digits{}); });
        list.add("reduce", 1, none, std::tie(numbers),
                 [](const auto& at, auto, auto from) { return reduce(at, from); });
        list.add("reduce in order", 1, none, std::tie(steps),
                 [=](const auto& at, auto, auto from) { return reduce(at, from, compose{}, unchanged); });
        list.add("transform_reduce", 1, none, std::tie(numbers),
                 [](const auto& at, auto, auto from) { return transform_reduce(at, from, squared{}, plus{}, 1); });
        list.add("dot", 1, none, std::tie(numbers, numbers),
                 [](const auto& at, auto, auto a, auto b) { return dot(at, a, b); });
        list.add("mean", 1, none, std::tie(numbers), [](const auto& at, auto, auto from) { return mean(at, from); });
        list.add("min_max", 1, none, std::tie(numbers), [](const auto& at, auto, auto from) {
            const auto found = min_max(at, from);
            return std::pair(found.minimum, found.maximum);
        });
        list.add("argmin by a comparison", 1, none, std::tie(numbers),
                 [](const auto& at, auto, auto from) { return argmin(at, from, by_last_digits{}).index; });
        list.add("argmin", 1, none, std::tie(numbers),
                 [](const auto& at, auto, auto from) { return argmin(at, from).index; });
        list.add("argmax", 1, none, std::tie(numbers),
                 [](const auto& at, auto, auto from) { return argmax(at, from).index; });
        return list;
    }

    template <class Backend>
    static wrong_call_list<Backend> wrong_calls() {
        wrong_call_list<Backend> list;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), none = ones.first(0);
        ADD_WRONG("check its size", reduce(at, endless));
        ADD_WRONG("check its size", reduce_into(at, endless, ones.data()));
        ADD_WRONG("no place for the result", reduce_into(at, few, static_cast<int*>(nullptr)));
        ADD_WRONG("no place for the result", reduce_into(at, none, static_cast<int*>(nullptr)));
        ADD_WRONG("no place for the result", reduce_into(at, few, static_cast<int*>(nullptr), plus{}, 1));
        ADD_WRONG("give one that is", reduce_into(at, few, ones.data(), plus{}, std::int64_t{1} << 40));
        ADD_WRONG("no place for the result",
                  transform_reduce_into(at, few, static_cast<int*>(nullptr), squared{}, plus{}, 0));
        ADD_WRONG("give two of one size", dot_into(at, few, fewer, ones.data()));
        ADD_WRONG("no place for the result", dot_into(at, few, few, static_cast<int*>(nullptr)));
        ADD_WRONG("give it at least one element", mean_into(at, none, static_cast<double*>(nullptr)));
        ADD_WRONG("no place for the result", mean_into(at, few, static_cast<double*>(nullptr)));
        ADD_WRONG("give it at least one element", min_max_into(at, none, static_cast<extremes<int>*>(nullptr)));
        ADD_WRONG("no place for the result", min_max_into(at, few, static_cast<extremes<int>*>(nullptr)));
        ADD_WRONG("give it at least one element", argmin_into(at, none, static_cast<located<int>*>(nullptr)));
        ADD_WRONG("no place for the result", argmax_into(at, few, static_cast<located<int>*>(nullptr)));
        ADD_WRONG("check its size", transform_reduce(at, endless, squared{}, plus{}, 0));
        ADD_WRONG("check its size", dot(at, endless, endless));
        ADD_WRONG("give two of one size", dot(at, few, fewer));
        ADD_WRONG("give it at least one element", mean(at, none));
        ADD_WRONG("check its size", mean(at, endless));
        ADD_WRONG("give it at least one element", min_max(at, none));
        ADD_WRONG("check its size", min_max(at, endless));
        ADD_WRONG("give it at least one element", argmin(at, none));
        ADD_WRONG("check its size", argmin(at, endless));
        ADD_WRONG("give it at least one element", argmax(at, none));
        ADD_WRONG("check its size", argmax(at, endless));
        const auto nowhere = list.nowhere();
        ADD_WRONG("at a null pointer", reduce(at, nowhere));
        ADD_WRONG("at a null pointer", reduce_into(at, nowhere, ones.data()));
        ADD_WRONG("at a null pointer", transform_reduce(at, nowhere, squared{}, plus{}, 0));
        ADD_WRONG("at a null pointer", dot(at, nowhere, few));
        ADD_WRONG("at a null pointer", dot(at, few, nowhere));
        ADD_WRONG("at a null pointer", mean(at, nowhere));
        ADD_WRONG("at a null pointer", min_max(at, nowhere));
        ADD_WRONG("at a null pointer", argmin(at, nowhere));
        ADD_WRONG("at a null pointer", argmax(at, nowhere));
        return list;
    }
};

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
