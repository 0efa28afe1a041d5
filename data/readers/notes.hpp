// What was decided or left out while a text was read: records and reports say it.
#pragma once

#include <cstdint>

namespace strider::lab {

/// How a first row was taken that could be meant otherwise, and that the user said nothing about.
enum class header_guess : std::uint8_t {
    none,
    numbers_are_data,        ///< its cells are numbers, all of them different
    some_names_are_numbers,  ///< it begins with a word, as the names of years and of rows may
    quoted_are_names,        ///< its cells are numbers in quotes
    comment_is_header,       ///< a comment above the rows has as many cells as they have
};

struct reading_notes {
    header_guess header = header_guess::none;
    std::uint64_t comments = 0;  ///< lines that are no rows
    std::uint64_t missing = 0;   ///< cells without a number, taken as NaN or left out; of a matrix, with their rows
    bool ends_in_cr = false;     ///< its lines end in \r alone
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
