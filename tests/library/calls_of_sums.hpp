// Reductions and scans, right and wrong.
#pragma once

#include <strider/reduce.hpp>
#include <strider/scan.hpp>

#include "tests/library/every_call.hpp"
#include "tests/library/test_operators.hpp"

namespace strider::test {

struct squared {
    STRIDER_HOST_DEVICE constexpr int operator()(int x) const {
        return static_cast<int>(static_cast<unsigned>(x) * static_cast<unsigned>(x));
    }
};

struct sums {
    template <class Place>
    static call_list<Place> calls(std::uint64_t elements) {
        call_list<Place> list;
        const std::vector<int> numbers = ascending(elements, -3), one(1, -1), many(elements, -1), none;
        std::vector<affine> steps;
        for (const int x : numbers) {
            steps.push_back(from_bits<affine>(static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u));
        }
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
        list.add(
            "inclusive_scan", 1, many, [](const auto& at, auto to, auto from) { inclusive_scan(at, from, to); },
            numbers);
        list.add(
            "exclusive_scan", 1, many, [](const auto& at, auto to, auto from) { exclusive_scan(at, from, to); },
            numbers);
        list.add(
            "exclusive_scan in order", 1, std::vector<affine>(elements, unchanged),
            [=](const auto& at, auto to, auto from) { exclusive_scan(at, from, to, compose{}, unchanged); }, steps);
        return list;
    }

    template <class Place>
    static wrong_call_list<Place> wrong_calls() {
        wrong_call_list<Place> list;
        using policy = typename wrong_call_list<Place>::policy;
        const auto ones = list.memory(1000);
        const auto endless = list.endless();
        const auto few = ones.first(100), fewer = ones.subspan(100, 99), moved = ones.subspan(1, 100),
                   none = ones.first(0);
        list.add("inclusive_scan to too few", "give it as many",
                 [=](const policy& at) { inclusive_scan(at, few, fewer); });
        list.add("inclusive_scan to itself, moved", "the same place or another one",
                 [=](const policy& at) { inclusive_scan(at, few, moved); });
        list.add("exclusive_scan to too few", "give it as many",
                 [=](const policy& at) { exclusive_scan(at, few, fewer); });
        list.add("exclusive_scan to itself, moved", "the same place or another one",
                 [=](const policy& at) { exclusive_scan(at, moved, few); });
        list.add("inclusive_scan of more than there can be", "check its size",
                 [=](const policy& at) { inclusive_scan(at, endless, endless); });
        list.add("exclusive_scan of more than there can be", "check its size",
                 [=](const policy& at) { exclusive_scan(at, endless, endless); });
        list.add("reduce of more than there can be", "check its size", [=](const policy& at) { reduce(at, endless); });
        list.add("reduce_into of more than there can be", "check its size",
                 [=](const policy& at) { reduce_into(at, endless, ones.data()); });
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
