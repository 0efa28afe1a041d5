// Histograms as pictures.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

/// One bar of a plot: what is counted from `low` to `high`.
struct bar {
    double low, high;
    std::uint64_t count;
    std::size_t bin;  ///< the first one of those that it counts
};

/// At most `most` bars, each of as many neighbouring ones as that takes.
std::vector<bar> merged(const std::vector<bar>& bars, std::size_t most);

/// `count` as a line of blocks, `width` of them for `greatest`, in eighths; at least an eighth of what is not zero.
std::string bar_text(std::uint64_t count, std::uint64_t greatest, unsigned width);

/// One panel of a picture.
struct panel {
    std::string title;
    std::string color;  ///< as SVG names it
    std::vector<bar> bars;
    std::string low, high;  ///< the ends of its axis
};

/// The panels above each other, as an SVG document.
std::string svg_of(std::string_view title, const std::vector<panel>& panels);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
