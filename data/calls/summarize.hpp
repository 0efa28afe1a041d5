// The summary of a file by the library, piece by piece.
#pragma once

#include <data/calls/shared_elements.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

/// With the calls of "reduce": sum, mean and extremes of all elements of the input, in the canonical order of their
/// number, whatever the pieces.
/// argmin and argmax are indices in C order; of equal extremes, the first in C order.
/// Memory: two pieces (16 MiB each, or one chunk of the canonical order where that is more).
///
/// Ranks share the chunks of the canonical order; all of them get the summary.
ladders::summary summarize(ladders::library& calls, const shared_elements& input);

/// The sum of (element - mean)^2 of at least one element, in f64 and the canonical order: a second pass, so that it is
/// as accurate as the mean. By the number of elements less one it is the variance of a sample.
double squared_deviations(ladders::library& calls, const shared_elements& input, double mean);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
