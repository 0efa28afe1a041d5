// Elements counted in their bins, by the library's calls of "histogram".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <data/calls/bins.hpp>
#include <data/readers/raster.hpp>
#include <data/readers/stream.hpp>
#include <data/writers/plot.hpp>
#include <lab/base/record.hpp>
#include <ladders/library.hpp>
#include <strider/pattern/bins.hpp>

namespace strider::lab {

/// One channel's histogram, its edges as numbers and as records hold them.
struct histogram {
    std::string channel;  ///< "red"; empty where there are none
    std::uint64_t elements;
    record edges = record::array();
    std::vector<bar> bars;
    outside others = {};
};

/// The file is counted in pieces, of which ranks have their shares; all of them get the histogram.
histogram count_elements(ladders::library& calls, const shared_elements& input, const chosen_bins& bins);

/// The same of what comes once.
histogram count_elements(ladders::library& calls, element_stream& from, const chosen_bins& bins);

/// The same of numbers in text, whose type is known at their end. Their bins are given.
struct text_histogram {
    ladders::element_type type;
    std::optional<histogram> counted;
    std::string refused;  ///< why numbers of this type have no such bins
};
text_histogram count_text(ladders::library& calls, byte_input& from, const bin_options& given);

/// A histogram for each channel of an image of u8 or u16.
std::vector<histogram> count_channels(ladders::library& calls, const raster& image, const chosen_bins& bins);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
