// A problem: a pattern with its sizes and choices, its inputs, its right result, and its least cost.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <ladders/harness/types.hpp>

namespace strider::ladders {

/// A choice that the problems of a pattern leave open, besides type, operation and size: a word of a list, or a number.
struct parameter {
    std::string_view name;     ///< as on the command line (--set NAME=VALUE) and in records
    std::string_view meaning;  ///< one line
    std::int64_t usual = 0;
    std::int64_t least = 0, most = 0;              ///< of a number
    std::span<const std::string_view> words = {};  ///< for the values 0, 1, ...; none where the value is a number
    std::span<const std::int64_t> tested = {};     ///< numbers that tests take besides the usual one

    constexpr std::int64_t first() const { return words.empty() ? least : 0; }
    constexpr std::int64_t last() const { return words.empty() ? most : static_cast<std::int64_t>(words.size()) - 1; }
};

inline constexpr std::size_t most_parameters = 6;

/// One problem of a pattern, by what determines it.
struct instance {
    element_type type = element_type::i32;
    operation op = operation::sum;  ///< where the pattern has an operator
    std::uint64_t elements = 0;
    /// In the order in which the pattern declares them; its problem.hpp has an enumeration of the places.
    std::array<std::int64_t, most_parameters> parameters{};
};

/// The first value of an output that is not the expected one, with both as people read them.
struct wrong_element {
    std::optional<std::uint64_t> index;  ///< nothing where the output begins with a count, and that is wrong
    std::string got, expected;
    std::size_t at_byte = 0;  ///< where it begins in the output
    std::size_t bytes = 0;
};

/// An instance with its data.
struct problem {
    std::shared_ptr<const void> owner;  ///< keeps the ranges alive
    std::span<const std::byte> input;
    std::span<const std::byte> side_input;  ///< a mask, edges, indices; empty where the pattern does not have one
    std::span<const std::byte> expected;    ///< the right output
    std::size_t input_item = 1;             ///< bytes of an element of the input, to which alone it must be aligned
    std::size_t output_item = 1;            ///< the same of the output
    std::uint64_t minimum_bytes = 0;        ///< each input read once, each output written once

    /// How far an output is from the expected one, in the elements' unit; 0 where it is right.
    std::function<double(std::span<const std::byte> output)> error;
    /// The first wrong element, where the error is not 0.
    std::function<wrong_element(std::span<const std::byte> output)> first_wrong;
};

/// A pattern, as the lab sees it. Each has one, `description`, in its problem.hpp.
struct pattern {
    std::string_view name;
    std::string_view meaning;                        ///< one sentence: what it computes
    std::span<const element_type> types;             ///< the first is the usual one
    std::span<const operation> operations;           ///< none where the pattern has no operator
    std::span<const element_type> only_summed = {};  ///< those of `types` that take no operation but sum
    std::span<const parameter> parameters;           ///< at most `most_parameters`
    std::uint64_t usual_elements;                    ///< of a ladder that is timed
    std::uint64_t counted_elements;                  ///< of a ladder on the emulator: for a few seconds
    /// How many elements memory must hold at least, of a problem that is asked for.
    std::uint64_t (*stored_elements)(const instance& asked) = [](const instance& asked) { return asked.elements; };
    std::string_view factors = {};   ///< where an element is a product and its sum: the parameter that names their type
    std::optional<traffic> roof;     ///< what bounds it; nothing where memory does not
    std::string_view rate = {};      ///< the unit in which people give its speed, if not GB/s: "Gpix/s"
    double rate_per_element_us = 1;  ///< that unit, for one element a microsecond
    /// At most three, which tables show. Its rungs claim to move them.
    std::span<const std::string_view> shown_counters;
    instance (*fitting)(const instance&);  ///< the problem nearest to what is asked for, parameters all settled
    problem (*make)(const instance&, std::uint64_t seed);
};

/// Whether the pattern takes the operation of elements of this type, one of `of.types`.
inline bool takes(const pattern& of, element_type type, operation op) {
    if (of.operations.empty() || op == operation::sum) return true;
    return std::ranges::find(of.operations, op) != of.operations.end() &&
           std::ranges::find(of.only_summed, type) == of.only_summed.end();
}

/// `fitting` of a pattern that has a problem for every number of elements and every choice.
inline instance any_instance(const instance& asked) { return asked; }

/// A pattern's instance with the usual choices.
inline instance usual_instance(const pattern& of, std::uint64_t elements) {
    instance usual{.type = of.types.front(), .elements = elements};
    for (std::size_t at = 0; at < of.parameters.size(); ++at) usual.parameters[at] = of.parameters[at].usual;
    return usual;
}

/// |a - b|, and 0 where they are the same value; NaN where one of them is NaN.
template <class T>
double distance(T a, T b) {
    if (a == b) return 0;
    return static_cast<double>(std::abs(static_cast<long double>(a) - static_cast<long double>(b)));
}

/// A value by its shortest digits that give it back.
template <class T>
std::string text_of(T value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// The first of `right` that is another in `output`, which has as many.
template <class T>
wrong_element first_difference(std::span<const T> right, std::span<const std::byte> output) {
    for (std::size_t index = 0; index < right.size(); ++index) {
        T got;
        std::memcpy(&got, output.data() + index * sizeof got, sizeof got);
        if (distance(got, right[index]) == 0) continue;
        return {.index = index,
                .got = text_of(got),
                .expected = text_of(right[index]),
                .at_byte = index * sizeof got,
                .bytes = sizeof got};
    }
    throw std::logic_error("first_difference: there is none");
}

/// A problem whose outputs have one right value each, in memory of its own. Its error is the largest distance of an
/// output from what is expected (NaN where one is NaN).
template <class Output, class Input, class Side = std::byte>
problem exact_problem(std::vector<Input> input, std::vector<Output> expected, std::uint64_t minimum_bytes,
                      std::vector<Side> side_input = {});

// A file of a module only names the problem. With this body it would compile its pattern's problem for every type.
#if !defined(STRIDER_MODULE)
template <class Output, class Input, class Side>
problem exact_problem(std::vector<Input> input, std::vector<Output> expected, std::uint64_t minimum_bytes,
                      std::vector<Side> side_input) {
    struct values {
        std::vector<Input> input;
        std::vector<Side> side_input;
        std::vector<Output> expected;
    };
    auto made = std::make_shared<const values>(values{std::move(input), std::move(side_input), std::move(expected)});
    problem data;
    data.input = std::as_bytes(std::span(made->input));
    data.side_input = std::as_bytes(std::span(made->side_input));
    data.expected = std::as_bytes(std::span(made->expected));
    data.input_item = sizeof(Input);
    data.output_item = sizeof(Output);
    data.minimum_bytes = minimum_bytes;
    data.error = [right = std::span(made->expected)](std::span<const std::byte> output) {
        if (output.empty() || std::memcmp(output.data(), right.data(), output.size()) == 0) return 0.0;
        double largest = 0;
        for (std::size_t index = 0; index < right.size(); ++index) {
            Output got;
            std::memcpy(&got, output.data() + index * sizeof got, sizeof got);
            const double error = distance(got, right[index]);
            if (!(error <= largest)) largest = error;
            if (std::isnan(error)) break;
        }
        return largest;
    };
    data.first_wrong = [right = std::span<const Output>(made->expected)](std::span<const std::byte> output) {
        return first_difference(right, output);
    };
    data.owner = std::move(made);
    return data;
}
#endif

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
