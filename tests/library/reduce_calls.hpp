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
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        const std::vector<int> numbers = ascending(elements, -3), one(1, -1), none;
        const std::vector<affine> steps = affine_steps(elements);
        constexpr affine unchanged{1, 0};

        list.add(
            "reduce_into", 1, one, [](const auto& at, auto to, auto from) { reduce_into(at, from, to.data()); },
            numbers);
        list.add(
            "reduce_into in order", 1, std::vector<affine>{unchanged},
            [=](const auto& at, auto to, auto from) { reduce_into(at, from, to.data(), compose{}, unchanged); }, steps);
        list.add(
            "reduce_into of another type", 1, std::vector<double>{-1},
            [](const auto& at, auto to, auto from) { reduce_into(at, from, to.data(), plus{}, 5); }, numbers);
        list.add(
            "transform_reduce_into", 1, one,
            [](const auto& at, auto to, auto from) {
                transform_reduce_into(at, from, to.data(), squared{}, plus{}, 1);
            },
            numbers);
        list.add(
            "dot_into", 1, one, [](const auto& at, auto to, auto a, auto b) { dot_into(at, a, b, to.data()); }, numbers,
            numbers);
        list.add(
            "mean_into", 1, std::vector<double>{-1},
            [](const auto& at, auto to, auto from) { mean_into(at, from, to.data()); }, numbers);
        list.add(
            "min_max_into", 1, std::vector<extremes<int>>{{-1, -1}},
            [](const auto& at, auto to, auto from) { min_max_into(at, from, to.data()); }, numbers);
        list.add(
            "argmin_into", 1, std::vector<located<int>>{{-1, 0}},
            [](const auto& at, auto to, auto from) { argmin_into(at, from, to.data()); }, numbers);
        list.add(
            "argmax_into by a comparison", 1, std::vector<located<int>>{{-1, 0}},
            [](const auto& at, auto to, auto from) { argmax_into(at, from, to.data(), by_last_digits{}); }, numbers);
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
        list.add(
            "argmin by a comparison", 1, none,
            [](const auto& at, auto, auto from) { return argmin(at, from, by_last_digits{}).index; }, numbers);
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
        list.add("reduce_into nowhere, from an initial value", "no place for the result",
                 [=](const policy& at) { reduce_into(at, few, static_cast<int*>(nullptr), plus{}, 1); });
        list.add("reduce_into from a value that the result cannot have", "give one that is",
                 [=](const policy& at) { reduce_into(at, few, ones.data(), plus{}, std::int64_t{1} << 40); });
        list.add("transform_reduce_into nowhere", "no place for the result", [=](const policy& at) {
            transform_reduce_into(at, few, static_cast<int*>(nullptr), squared{}, plus{}, 0);
        });
        list.add("dot_into of two sizes", "give two of one size",
                 [=](const policy& at) { dot_into(at, few, fewer, ones.data()); });
        list.add("dot_into nowhere", "no place for the result",
                 [=](const policy& at) { dot_into(at, few, few, static_cast<int*>(nullptr)); });
        list.add("mean_into of nothing", "give it at least one element",
                 [=](const policy& at) { mean_into(at, none, static_cast<double*>(nullptr)); });
        list.add("mean_into nowhere", "no place for the result",
                 [=](const policy& at) { mean_into(at, few, static_cast<double*>(nullptr)); });
        list.add("min_max_into of nothing", "give it at least one element",
                 [=](const policy& at) { min_max_into(at, none, static_cast<extremes<int>*>(nullptr)); });
        list.add("min_max_into nowhere", "no place for the result",
                 [=](const policy& at) { min_max_into(at, few, static_cast<extremes<int>*>(nullptr)); });
        list.add("argmin_into of nothing", "give it at least one element",
                 [=](const policy& at) { argmin_into(at, none, static_cast<located<int>*>(nullptr)); });
        list.add("argmax_into nowhere", "no place for the result",
                 [=](const policy& at) { argmax_into(at, few, static_cast<located<int>*>(nullptr)); });
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
