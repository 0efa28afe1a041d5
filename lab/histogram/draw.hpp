// Histograms as records, as lines of text and as pictures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lab/histogram/count.hpp>
#include <lab/output/report.hpp>

namespace strider::lab {

record to_record(std::string_view device, std::string_view type, const histogram& of);

/// For people: a line a bin, or a few of them together where there are many.
section plot(const histogram& of, const std::string& title);

/// An SVG document with a panel for each.
std::string picture_of(std::string_view title, const std::vector<histogram>& all);

}  // namespace strider::lab
