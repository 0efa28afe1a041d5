#include <data/calls/statistics.hpp>

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include <data/calls/nan.hpp>
#include <data/calls/quantiles.hpp>
#include <data/calls/summarize.hpp>
#include <data/readers/text.hpp>
#include <lab/base/errors.hpp>

namespace strider::lab {

std::vector<double> parse_levels(const std::string& text) {
    if (text.empty()) return {.25, .5, .75};
    std::vector<double> levels;
    try {
        text_parser parser;
        parser.feed(text);
        parser.finish();
        const text_numbers numbers = parser.take();
        for (const std::uint64_t word : numbers.words) {
            levels.push_back(
                std::bit_cast<double>(numbers.type() == ladders::element_type::f64 ? word : numbers.as_f64(word)));
        }
    } catch (const usage_error& error) {
        throw usage_error(fmt::format("--quantiles: {}", error.what()));
    }
    for (const double level : levels) {
        if (!(level >= 0 && level <= 1)) throw usage_error(fmt::format("--quantiles: {} is not from 0 to 1", level));
    }
    return levels;
}

void add_statistics(record& to, ladders::library& calls, const shared_elements& input, double mean,
                    const std::vector<double>& levels) {
    const std::uint64_t nan = count_nan(input);
    constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
    double variance = undefined;
    if (nan == 0 && input.elements() > 1) {
        variance = squared_deviations(calls, input, mean) / static_cast<double>(input.elements() - 1);
    }
    to["nan"] = nan;
    to["variance"] = number(variance);
    to["stddev"] = number(std::sqrt(variance));
    const std::vector<record> found =
        nan == 0 ? quantiles(input, levels) : std::vector<record>(levels.size(), number(undefined));
    for (std::size_t i = 0; i < levels.size(); ++i) to["quantiles"][fmt::format("{}", levels[i])] = found[i];
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
