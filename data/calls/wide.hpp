// Elements as values of few types, so that the library's calls need not be compiled for each of theirs.
#pragma once

#include <cstdint>

#include <data/readers/stored.hpp>

namespace strider::lab {

/// Whether an operator picks one of its two values: minimum and maximum.
constexpr bool is_extreme(ladders::operation op) {
    return op == ladders::operation::minimum || op == ladders::operation::maximum;
}

/// How elements of one type are widened. Integers become i64: sums and products modulo 2^64 are the same, and where
/// unsigned ones are to keep their order, they are moved down by 2^63. Floating-point numbers become f64 or f32.
class widening {
public:
    /// `real`: f64 or f32. It may be f32 where the elements are.
    widening(ladders::element_type type, ladders::operation op, ladders::element_type real);

    /// i64, or the type of `real`.
    ladders::element_type wide() const { return wide_; }

    void widen(const void* elements, std::uint64_t count, void* to) const;

    /// Values as elements of type `to_type`, which is of the same kind: floating-point, signed, or unsigned. What is
    /// beyond its limits, such as the identity of minima, becomes the limit: 1 of bool.
    void narrow(const void* values, std::uint64_t count, stored_type to_type, void* to) const;

private:
    ladders::element_type type_, wide_;
    std::uint64_t moved_;
};

/// What sums and products of the type's elements are written as: integers as i64 or u64, floating-point numbers as
/// `real`.
ladders::element_type type_of_sums(ladders::element_type type, ladders::element_type real);

bool is_real(ladders::element_type type);

/// Whether the operator's result on so many integers of the type may be beyond 64 bits, in which it wraps.
bool may_wrap(ladders::element_type type, ladders::operation op, std::uint64_t elements);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
