// Statistics of samples: the median, its confidence interval, and whether two rungs differ.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
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

/// The interval follows from the block bootstrap (Kuensch 1989, Politis and Romano 1992): the medians of 2,000
/// resamples, made of blocks of neighbouring samples, since those of a busy machine are not independent; the outer 2.5%
/// at either end are cut off. It reaches at least from the median of the first half to the second half's, so that
/// drift, which resampling does not see, shows. The resampling is seeded: the same samples give the same interval.
estimate estimate_median(std::span<const double> samples);

enum class verdict { faster, slower, same };
std::string_view name(verdict is);

/// How many times as fast one rung is as another.
struct comparison {
    double ratio;      ///< of the medians
    double low, high;  ///< the interval that holds it with 99% confidence
    verdict is;
};

/// Two runs of the same code may differ by this, from where its data or its instructions happen to lie.
inline constexpr double least_difference = 0.01;

/// Whether a ratio in this interval is one: no part of it may be within `least_difference` of 1.
verdict verdict_of(double low, double high);

/// Compares times of `before` and `after`, which were sampled in the same rounds; a sample that was discarded is NaN.
/// Rounds are resampled whole, both sides together: what disturbs a machine lasts longer than a round and hits both,
/// and so is no part of their ratio. Fewer than 8 rounds say too little for that: then all of one side must be below
/// all of the other. Nothing where there are fewer than 5.
std::optional<comparison> compare(std::span<const double> before, std::span<const double> after);

/// The samples without those that were discarded (NaN).
std::vector<double> kept(std::span<const double> samples);

/// The time of one row of a ladder; NaN where it was not timed.
struct step_time {
    int number;
    int follows;   ///< the number of the row that its step is measured against; 0 for none
    bool is_rung;  ///< and no contender or library, which start no ladder
    double time;   ///< for an element: rows need not all have run on the same number
};

/// The places of the rows that a row's speedups are against: the one that it follows, and the first rung with a time.
struct references {
    std::optional<std::size_t> step, first;
};

/// The references of a ladder's rows, in their order. A row without a time has no reference, and is not one.
std::vector<references> references_of(std::span<const step_time> rows);

/// How much faster a row is than those. NaN where there is none.
struct speedup {
    double step = std::numeric_limits<double>::quiet_NaN();
    double cumulative = std::numeric_limits<double>::quiet_NaN();
};

/// The speedups of the rows of a ladder, in their order.
std::vector<speedup> speedups(std::span<const step_time> rows);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
