// The bins of `strider histogram`: as the options say, or as they suit the elements.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <data/calls/shared_elements.hpp>

namespace strider::lab {

/// --bins, --range and --edges, as they were given; empty where they were not.
struct bin_options {
    std::string bins, range, edges;
};

/// Either `count` even bins [low, high), or bins between edges, of which the last one holds its upper edge too.
template <class Edge>
struct edged_bins {
    std::uint64_t count;
    Edge low, high;
    std::vector<Edge> edges;  ///< count + 1 of them; none where bins are even
};

/// Edges are of the elements' type where that is f32, f64 or u64, and else i64.
using chosen_bins =
    std::variant<edged_bins<std::int64_t>, edged_bins<std::uint64_t>, edged_bins<float>, edged_bins<double>>;

/// The bins of elements of a type, where they do not go by what the elements are. Throws usage_error as
/// bins_of_elements() does.
std::optional<chosen_bins> bins_of_type(const bin_options& given, ladders::element_type type);

/// Left open, bins are the 256 values of a byte, and else from the least element to the greatest. Throws usage_error
/// where the options contradict each other, or say no bins.
chosen_bins bins_of_elements(const bin_options& given, const shared_elements& input);

/// Left open, bins are the values of a sample of u8 or u16 from 0 to `peak`, 256 at most.
chosen_bins bins_of_samples(const bin_options& given, ladders::element_type type, unsigned peak);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
