// The bounds of rungs, beside their recorded times, and of the kernels of a user's program.
#pragma once

#include <vector>

#include <lab/bounds/bounds.hpp>
#include <lab/records/recorded.hpp>

namespace strider::lab {

/// The launches of the rung that a record of a ladder is about, on as many elements as it had, by results/counts.jsonl;
/// empty where it was not counted, and below 2^22, where grids may have another shape. `results` are all results.
std::vector<launch_counts> counted_launches(const std::vector<record>& results, const record& row);

/// "bound" of a rung: {"chip", "elements", "us", "limit", "each": what every limit takes by itself}, and where `timed`
/// was timed on a chip that is known, which is then that one, the "share" of that time, if it is of this rung. It is
/// for as many elements as `timed` has, by the counts in the results, or else by those of `counted` as if they grew
/// with the elements; `timed` may be null, and `counted` without details. Empty without counts.
record bound_record(const record& counted, const record* timed, const std::vector<record>& results);

/// Adds "bound" to the records of a ladder, by their own times or the recorded ones; not where another GPU took them.
void add_bounds(std::vector<record>& records, const recorded_ladder& recorded, const std::vector<record>& results);

/// Adds "bound" to a kernel's record of `check`: of all of its launches, one after the other.
void add_bound(record& kernel);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
