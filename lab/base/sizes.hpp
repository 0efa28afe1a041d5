// Sizes and selections of rungs, as they are written on the command line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// "1000", "1.5e6", "2^20", "2^20+1", "2^20-1". Throws usage_error for anything else and for what 64 bits do not hold.
std::uint64_t parse_size(std::string_view text);

/// A power of two as "2^20", anything else in full, in groups of three digits.
std::string format_size(std::uint64_t size);

/// Rungs from `first` to `last`, both included.
struct number_range {
    int first;
    int last;
};

/// "1-7,90". Throws usage_error for anything else.
std::vector<number_range> parse_rungs(std::string_view text);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
