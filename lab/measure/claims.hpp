// The fate of a rung's hypothesis: each of its claims against counters and times.
#pragma once

#include <lab/base/record.hpp>
#include <ladders/harness/rung.hpp>

namespace strider::lab {

/// A rung, or the rung that it follows, as it was counted and as it was timed; null where it was not.
struct observed_rung {
    const record* counted = nullptr;
    const record* timed = nullptr;
};

/// One object for each claim of the rung: "counter", "way", "before" and "after" (of time: nanoseconds for an element),
/// and "verdict", which is "confirmed", "refuted" or "not measured". Both records of a counter must be of the same
/// number of elements.
record claims_record(const ladders::rung& entry, const observed_rung& before, const observed_rung& after);

/// Counters that moved without a claim, the time first: "counter", "before", "after".
record moved_record(const ladders::rung& entry, const observed_rung& before, const observed_rung& after);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
