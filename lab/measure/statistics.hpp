// What is said of samples: the median and how sure it is.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace strider::lab {

/// The middle value; the mean of the two middle ones where their number is even. Of at least one sample.
double median(std::span<const double> samples);

/// A median and the interval that holds it with 95% confidence.
struct estimate {
    double median;
    double low;
    double high;
    std::size_t samples;
};

/// The interval is the percentile bootstrap's (Efron 1979): the medians of 2,000 resamples of the samples, of which the
/// outer 2.5% at either end are cut off. The resampling is seeded: the same samples give the same interval.
estimate estimate_median(std::span<const double> samples);

/// The time of one row of a ladder; NaN where it has none.
struct step_time {
    int number;
    int follows;   ///< the number of the row that its step is measured against; 0 for none
    bool is_rung;  ///< and no contender or library, which start no ladder
    double time;   ///< for an element: rows need not all have run on the same number
};

/// How much faster a row is than the one it follows, and than the first rung with a time. NaN where there is none.
struct speedup {
    double step = std::numeric_limits<double>::quiet_NaN();
    double cumulative = std::numeric_limits<double>::quiet_NaN();
};

/// The speedups of the rows of a ladder, in their order.
std::vector<speedup> speedups(std::span<const step_time> rows);

}  // namespace strider::lab
