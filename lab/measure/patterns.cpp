#include <lab/measure/patterns.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include <lab/errors.hpp>
#include <ladders/reduce/problem.hpp>

namespace strider::lab {
namespace {

using ladders::element_type;
using ladders::operation;

/// The inputs are the same in every run, so that two runs can be compared.
constexpr std::uint64_t seed = 20071120;

template <class T>
double distance(T a, T b) {
    if (a == b) return 0;
    if constexpr (std::is_floating_point_v<T>) {
        return std::abs(static_cast<double>(a) - static_cast<double>(b));  // NaN where one of them is
    } else {
        return static_cast<double>(std::abs(static_cast<long double>(a) - static_cast<long double>(b)));
    }
}

problem make_reduce(element_type type, operation op, std::uint64_t elements) {
    return ladders::with_type(type, [&](auto zero) {
        using T = decltype(zero);
        struct values {
            std::vector<T> input;
            T expected;
        };
        auto made = std::make_shared<values>();
        made->input = ladders::reduce::make_input<T>(elements, op, seed);
        made->expected = ladders::reduce::expected(made->input, op);
        problem one;
        one.input = std::as_bytes(std::span(made->input));
        one.expected = std::as_bytes(std::span(&made->expected, 1));
        one.minimum_bytes = ladders::reduce::minimum_bytes(elements, sizeof(T));
        one.error = [right = made->expected](std::span<const std::byte> output) {
            T got;
            std::memcpy(&got, output.data(), sizeof got);
            return distance(got, right);
        };
        one.owner = std::move(made);
        return one;
    });
}

constexpr pattern all[] = {
    {"reduce", ladders::reduce::types, ladders::reduce::operations, make_reduce},
};

}  // namespace

const std::span<const pattern> patterns = all;

const pattern& pattern_named(std::string_view name) {
    std::string known;
    for (const pattern& one : patterns) {
        if (one.name == name) return one;
        known += fmt::format("{}{}", known.empty() ? "" : ", ", one.name);
    }
    throw usage_error(fmt::format("no pattern \"{}\"; the patterns are: {}", name, known));
}

}  // namespace strider::lab
