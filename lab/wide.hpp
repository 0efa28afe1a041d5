// Elements as values of few types, so that an algorithm need not be compiled for each of theirs.
#pragma once

#include <cstdint>
#include <type_traits>

#include <ladders/types.hpp>
#include <strider/core/operators.hpp>

namespace strider::lab {

template <class Operator>
inline constexpr bool is_extreme = std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum>;

/// How elements of one type are widened. Integers become u64: sums and products modulo 2^64 are the same, and where
/// signed ones are to keep their order, they are moved up by 2^63. Floating-point numbers become f64 or f32.
class widening {
public:
    /// `ordered`: for minima and maxima.
    widening(ladders::element_type type, bool ordered);

    void widen(const void* elements, std::uint64_t count, std::uint64_t* to) const;
    void widen(const void* elements, std::uint64_t count, double* to) const;
    void widen(const void* elements, std::uint64_t count, float* to) const;

    /// Values as elements of type `to_type`, which is of the same kind: floating-point, signed, or unsigned. What is
    /// beyond its limits, such as the identity of minima, becomes the limit.
    void narrow(const std::uint64_t* values, std::uint64_t count, ladders::element_type to_type, void* to) const;
    void narrow(const double* values, std::uint64_t count, ladders::element_type to_type, void* to) const;
    void narrow(const float* values, std::uint64_t count, ladders::element_type to_type, void* to) const;

private:
    ladders::element_type type_;
    std::uint64_t moved_;
};

/// What sums and products of the type's elements are written as: integers as i64 or u64, floating-point numbers as
/// `real`.
ladders::element_type type_of_sums(ladders::element_type type, ladders::element_type real);

bool is_real(ladders::element_type type);

}  // namespace strider::lab
