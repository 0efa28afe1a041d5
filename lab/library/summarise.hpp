// The summary of a file by the library, piece by piece.
#pragma once

#include <lab/output/destination.hpp>
#include <lab/readers/elements.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

/// With the calls of "reduce": sum, mean and extremes of all elements of the input, in the canonical order of their
/// number, whatever the pieces.
/// argmin and argmax are indices in C order; of equal extremes, the first in C order.
/// Memory: two pieces (16 MiB each, or one chunk of the canonical order where that is more).
///
/// Ranks share the chunks of the canonical order; all of them get the summary.
ladders::summary summarise(ladders::library& calls, const element_input& input, ranks& peers, progress& said);

}  // namespace strider::lab
