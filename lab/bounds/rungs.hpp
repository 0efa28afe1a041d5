// The bounds of rungs, beside their recorded times, and of the kernels of a user's program.
#pragma once

#include <vector>

#include <lab/bounds/bounds.hpp>
#include <lab/records/recorded.hpp>

namespace strider::lab {

/// The launches of a record's rung, for as many elements as the record has, by results/counts.jsonl. Empty where the
/// rung was not counted, and below 2^22 elements, where grids may have another shape. `results` are all results.
std::vector<launch_counts> counted_launches(const std::vector<record>& results, const record& row);

/// "bound" of a rung: {"chip", "elements", "us", "limit", "each"}; "each" is the time of every limit by itself. If
/// `timed` has a known chip, the bound is for that chip, and has the "share" of the time, if `timed` is this rung's.
/// The bound is for the elements of `timed`, by the counts in the results. Without these, the counts of `counted` are
/// taken to grow with the elements. `timed` may be null, and `counted` without details. Empty without counts.
record bound_record(const record& counted, const record* timed, const std::vector<record>& results);

/// Adds "bound" to the records of a ladder, by their own times or the recorded ones; not where another GPU took them.
void add_bounds(std::vector<record>& records, const recorded_ladder& recorded, const std::vector<record>& results);

/// Adds "bound" to a kernel's record of `check`: of all of its launches, one after the other.
void add_bound(record& kernel);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
