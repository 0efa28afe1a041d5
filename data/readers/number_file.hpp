// The numbers of a text in a temporary file: how many there are, and of which type, has to be known before the first
// of them is used.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <data/readers/elements.hpp>
#include <data/readers/numbers.hpp>

namespace strider::lab {

class number_file {
public:
    /// `name` is that of the input they come from.
    explicit number_file(std::string name);

    /// The numbers that follow. Throws usage_error where an integer would be rounded.
    void append(text_numbers numbers);

    std::uint64_t count() const { return words_.size / 8; }

    /// All numbers are there: an array of this shape, or else of one extent.
    element_input finish(std::vector<std::uint64_t> shape = {});

private:
    text_numbers all_;  ///< what they are; its words are in the file
    byte_input words_;
    std::uint64_t integers_ = 0;  ///< words at the front that were written as integers
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
