// Numbers written as text, one a field.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <data/readers/file.hpp>
#include <data/readers/numbers.hpp>

namespace strider::lab {

/// What UTF-8 may begin with.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// Reads numbers from text that comes in pieces of any size.
///
/// A field is one number, as C and Python write it (12, -3, +3, 0.5, 1e3, nan, inf). Fields are separated by white
/// space, line ends, or one comma or semicolon with white space around it. An empty field is an error, and so is
/// anything that is no number or lies beyond f64, a header line included. A byte order mark at the start is skipped.
///
/// Their type is that of text_numbers.
class text_parser {
public:
    /// Throws usage_error with line and column of the first error.
    void feed(std::string_view piece);

    /// The text ends here. Throws usage_error as feed does.
    void finish();

    /// The numbers since the last call, and what they are.
    text_numbers take() { return std::exchange(numbers_, {}); }

private:
    enum class state { start, after_number, after_separator };

    void parse(const char* cursor, const char* end, bool last);
    const char* parse_number(const char* cursor, const char* end, bool last);
    text_place place_of(const char* cursor) const;
    [[noreturn]] void refuse(const char* cursor, const std::string& what) const;

    text_numbers numbers_;
    state state_ = state::start;
    std::string carried_;  ///< the front of a number whose end has not come yet
    const char* piece_ = nullptr;
    std::uint64_t offset_ = 0;  ///< of piece_ in the text
    std::uint64_t line_ = 1;
    std::uint64_t line_start_ = 0;  ///< the offset of the line's first byte
};

/// All numbers of a text, piece after piece.
void for_each_numbers(byte_input& from, const std::function<void(text_numbers)>& use);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
