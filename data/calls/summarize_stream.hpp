// The summary of a stream by the library: as that of a file of the same elements, bit for bit, and nothing is kept.
#pragma once

#include <data/readers/stream.hpp>
#include <ladders/library.hpp>

namespace strider::lab {

/// A summary that a stream has, and what was summarized.
struct stream_summary {
    stored_type stored;
    std::uint64_t elements = 0;
    ladders::summary of = {};
};

/// With the calls of "reduce". The order of real sums goes by how many elements there are. Where nobody says that
/// before they end, there is a sum for each size of chunks that is possible yet, from 2^21 elements on: at most nine,
/// and six from 2^24 on. Throws usage_error after 2^35 elements.
stream_summary summarize(ladders::library& calls, element_stream& from);

/// The same of numbers in text (text_parser), whose type is known at the end, too.
stream_summary summarize_text(ladders::library& calls, byte_input& from);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
