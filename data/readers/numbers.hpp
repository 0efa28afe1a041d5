// Numbers as a text writes them, in the narrowest type that holds all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <ladders/harness/types.hpp>

namespace strider::lab {

/// Where a field stands in a text, for messages: its line, and its column by name or else by number, all from 1 on.
struct text_place {
    std::uint64_t line, column;
    std::string_view name = {};  ///< must outlive what is kept of the place

    /// `line 3, column 7: WHAT` or `line 3, column "price": WHAT`.
    std::string message(std::string_view what) const;
};

/// One number as C and Python write it: 12, -3, +3, 0.5, 1e3, nan, inf.
struct written_number {
    enum class kind : std::uint8_t { none, i64, u64, f64 };
    kind what = kind::none;     ///< the first of these types that holds it; none where it is no number that f64 holds
    std::uint64_t integer = 0;  ///< the bits of an i64 or u64
    double value = 0;           ///< the nearest f64
    bool is_rounded = false;    ///< it is an integer that `value` is not
};

written_number parse_number(const char* cursor, const char* end);

/// Written as a number is, but f64 holds none of its size.
bool is_beyond_f64(std::string_view text);

/// What is wrong with an integer that would have to be rounded.
std::string would_be_rounded(std::string_view digits);

/// Numbers of a text one after the other. They are i64 as long as every one of them is an integer that i64 holds, u64
/// as long as that holds them all, and f64 from the first other one on. An integer is never rounded: one that f64 does
/// not hold, among numbers that need it, is an error.
class text_numbers {
public:
    /// Adds the number that is written there; false where all of it is not one. Throws usage_error for an integer
    /// that would be rounded.
    bool add(const char* cursor, const char* end, const text_place& where);

    void add_nan();

    /// `later` are the numbers that follow these: afterwards both have the one type() that holds all. Words that were
    /// taken from here before it became f64 were integers: as_f64() converts them. (As u64 they have the bits that they
    /// had as i64.) Throws as add() does.
    void join(text_numbers& later);

    ladders::element_type type() const { return type_; }

    /// The words as those of f64.
    std::vector<std::uint64_t> reals() const;

    /// The f64 nearest to an integer of this text, bits for bits.
    std::uint64_t as_f64(std::uint64_t integer_bits) const;

    std::vector<std::uint64_t> words;  ///< bits of values of type()

private:
    struct integer_at {
        text_place where;
        std::string digits;
    };
    void become_f64();

    ladders::element_type type_ = ladders::element_type::i64;
    bool unsigned_ = false;              ///< the integers are u64
    bool negative_ = false;              ///< and one is below 0
    std::optional<integer_at> rounded_;  ///< the first integer that f64 does not hold
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
