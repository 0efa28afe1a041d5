// Numbers written as text, one a field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ladders/types.hpp>

namespace strider::lab {

/// Reads numbers from text that comes in pieces of any size.
///
/// A field is one number, as C and Python write it (12, -3, +3, 0.5, 1e3, nan, inf). Fields are separated by white
/// space, line ends, or one comma or semicolon with white space around it. An empty field is an error, and so is
/// anything that is no number or lies beyond f64, a header line included. A byte order mark at the start is skipped.
///
/// The numbers are i64 as long as every one of them is an integer that i64 holds, u64 as long as that holds them all,
/// and f64 from the first other one on. An integer is never rounded: one that f64 does not hold, among numbers that
/// need it, is an error.
class text_parser {
public:
    /// Throws usage_error with line and column of the first error.
    void feed(std::string_view piece);

    /// The text ends here. Throws usage_error as feed does.
    void finish();

    /// What all numbers so far are: i64, u64 or f64.
    ladders::element_type type() const { return type_; }

    /// The numbers since the last call, as the bits of values of type() as it is now. Those that were taken before it
    /// became f64 were integers: as_f64() converts them. (As u64 they have the bits that they had as i64.)
    std::vector<std::uint64_t> take();

    /// The f64 nearest to an integer of this text, bits for bits.
    std::uint64_t as_f64(std::uint64_t integer_bits) const;

private:
    enum class state { start, after_number, after_separator };

    void parse(const char* at, const char* end, bool last);
    const char* parse_number(const char* at, const char* end, bool last);
    bool parse_value(const char* at, const char* end);
    void push_f64(double value);
    std::string at_place(const char* at, const std::string& what) const;
    [[noreturn]] void refuse(const char* at, const std::string& what) const;

    std::vector<std::uint64_t> words_;
    ladders::element_type type_ = ladders::element_type::i64;
    bool unsigned_ = false;  ///< the integers are u64
    bool negative_ = false;  ///< and one is below 0
    std::string rounded_;    ///< what is wrong where these integers were f64
    state state_ = state::start;
    std::string carried_;  ///< the front of a number whose end has not come yet
    const char* piece_ = nullptr;
    std::uint64_t offset_ = 0;  ///< of piece_ in the text
    std::uint64_t line_ = 1;
    std::uint64_t line_start_ = 0;  ///< the offset of the line's first byte
};

}  // namespace strider::lab
