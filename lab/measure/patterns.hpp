// The patterns that have a ladder: how their problems are made, and what a right result is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>

#include <ladders/types.hpp>

namespace strider::lab {

/// One problem of a pattern: its input, its right result, and what it must cost.
struct problem {
    std::shared_ptr<const void> owner;  ///< keeps the two ranges alive
    std::span<const std::byte> input;
    std::span<const std::byte> expected;
    std::uint64_t minimum_bytes = 0;

    /// How far an output is from the expected one, in the elements' unit; 0 where it is right.
    std::function<double(std::span<const std::byte> output)> error;
};

/// A pattern, as the lab sees it.
struct pattern {
    std::string_view name;
    std::span<const ladders::element_type> types;
    std::span<const ladders::operation> operations;
    problem (*make)(ladders::element_type, ladders::operation, std::uint64_t elements);
};

extern const std::span<const pattern> patterns;

/// Throws usage_error where there is no such pattern.
const pattern& pattern_named(std::string_view name);

}  // namespace strider::lab
