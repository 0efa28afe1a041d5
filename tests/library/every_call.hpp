// The calls of the library that take scratch memory, for the suites that must hold for all of them. A new pattern adds
// its calls here.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include <strider/reduce.hpp>
#include <strider/scan.hpp>

#include "tests/library/test_operators.hpp"

namespace strider::test {

/// One call on a place's memory: `run(policy)` makes it, and `is_right()` says whether what it left is right. `into` is
/// one that leaves its result in memory, and so can be captured.
template <class Policy>
struct prepared_call {
    std::string name;
    bool into;
    std::function<void(const Policy&)> run;
    std::function<bool()> is_right;
};

/// A call that must throw std::invalid_argument before it does anything.
template <class Policy>
struct wrong_call {
    std::string name;
    std::string says;  ///< in the message: what to do
    std::function<void(const Policy&)> run;
};

/// Every call, each with memory of its own: `elements` elements, enough for several blocks.
template <class Place, class Policy = decltype(Place::policy())>
std::vector<prepared_call<Policy>> every_call(std::uint64_t elements) {
    using buffer = typename Place::template buffer<int>;
    using maps = typename Place::template buffer<affine>;
    std::vector<int> numbers(elements);
    std::iota(numbers.begin(), numbers.end(), -3);
    std::vector<prepared_call<Policy>> calls;

    const auto input = std::make_shared<buffer>(numbers);
    const auto one = std::make_shared<buffer>(std::vector<int>(1, -1));
    const auto sum = reduce(serial{}, numbers);
    calls.push_back({"reduce_into", true, [=](const Policy& at) { reduce_into(at, input->range(), one->address()); },
                     [=] { return one->value() == sum; }});
    const auto told = std::make_shared<int>(-1);
    calls.push_back(
        {"reduce", false, [=](const Policy& at) { *told = reduce(at, input->range()); }, [=] { return *told == sum; }});

    std::vector<affine> steps;
    for (const int x : numbers) steps.push_back(from_bits<affine>(static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u));
    const auto chain = std::make_shared<maps>(steps);
    const auto whole = std::make_shared<affine>();
    const affine right_whole = reduce(serial{}, steps, compose{}, affine{1, 0});
    calls.push_back({"reduce in order", false,
                     [=](const Policy& at) {
                         *whole = reduce(at, chain->range(), compose{}, affine{1, 0});
                     },
                     [=] { return *whole == right_whole; }});

    const auto to = std::make_shared<buffer>(std::vector<int>(elements, -1));
    std::vector<int> sums(elements);
    inclusive_scan(serial{}, numbers, sums);
    calls.push_back(
        {"inclusive_scan", true,
         [=](const Policy& at) { inclusive_scan(at, input->range(), std::span<int>(to->address(), elements)); },
         [=] { return to->values() == sums; }});
    const auto next = std::make_shared<maps>(steps);
    std::vector<affine> chained(elements);
    exclusive_scan(serial{}, steps, chained, compose{}, affine{1, 0});
    calls.push_back(
        {"exclusive_scan in order", true,
         [=](const Policy& at) {
             exclusive_scan(at, chain->range(), std::span<affine>(next->address(), elements), compose{}, affine{1, 0});
         },
         [=] { return next->values() == chained; }});
    return calls;
}

/// Every call, misused.
template <class Place, class Policy = decltype(Place::policy())>
std::vector<wrong_call<Policy>> every_wrong_call() {
    using buffer = typename Place::template buffer<int>;
    const auto numbers = std::make_shared<buffer>(std::vector<int>(1000, 1));
    const auto part = [=](std::size_t first, std::size_t count) {
        return std::span<int>(numbers->address() + first, count);
    };
    const auto endless = [=] { return std::span<int>(numbers->address(), ~std::size_t{0} / 2); };
    return {
        {"inclusive_scan to too few", "give it as many",
         [=](const Policy& at) { inclusive_scan(at, part(0, 100), part(100, 99)); }},
        {"inclusive_scan to itself, moved", "the same place or another one",
         [=](const Policy& at) { inclusive_scan(at, part(0, 100), part(1, 100)); }},
        {"exclusive_scan to too few", "give it as many",
         [=](const Policy& at) { exclusive_scan(at, part(0, 100), part(100, 99)); }},
        {"exclusive_scan to itself, moved", "the same place or another one",
         [=](const Policy& at) { exclusive_scan(at, part(100, 100), part(1, 100)); }},
        {"inclusive_scan of more than there can be", "check its size",
         [=](const Policy& at) { inclusive_scan(at, endless(), endless()); }},
        {"reduce of more than there can be", "check its size", [=](const Policy& at) { reduce(at, endless()); }},
        {"reduce_into of more than there can be", "check its size",
         [=](const Policy& at) { reduce_into(at, endless(), numbers->address()); }},
        {"dot of two sizes", "give two of one size", [=](const Policy& at) { dot(at, part(0, 10), part(0, 11)); }},
        {"mean of nothing", "give it at least one element", [=](const Policy& at) { mean(at, part(0, 0)); }},
        {"min_max of nothing", "give it at least one element", [=](const Policy& at) { min_max(at, part(0, 0)); }},
        {"argmin of nothing", "give it at least one element", [=](const Policy& at) { argmin(at, part(0, 0)); }},
        {"argmax of nothing", "give it at least one element", [=](const Policy& at) { argmax(at, part(0, 0)); }},
    };
}

template <class Policy>
void expect_refused(const Policy& at, const wrong_call<Policy>& wrong) {
    try {
        wrong.run(at);
        ADD_FAILURE() << wrong.name << " was not refused";
    } catch (const std::invalid_argument& error) {
        EXPECT_NE(std::string(error.what()).find(wrong.says), std::string::npos) << wrong.name << ": " << error.what();
    }
}

}  // namespace strider::test
