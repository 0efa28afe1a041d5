// What a rung's time goes into, as far as counters and a recorded time can say.
#pragma once

#include <string>

#include <lab/records/record.hpp>

namespace strider::lab {

/// From this share of the time on, a unit is what limits a rung.
inline constexpr double limiting_share = 0.6;

/// "by" and "share", and in "uses" for each unit the least share of the time that it must be at work: "memory" moves
/// the minimum bytes at the measured roof, "sectors" moves all sectors at that rate (more than 1 where caches serve
/// them), "shared memory" handles a wavefront a cycle and multiprocessor, and "issue slots", where the machine code of
/// all kernels is known, four instructions. `by` is one of them; or "global atomics" with "ns_per_atomic", where there
/// is about one for every element; or "no unit", where no unit is at work for limiting_share: threads wait.
/// Counters are scaled to the elements of the time. Empty where the rung has no time.
record limit_record(const record& counted, const record* timed);

/// The same in a line.
std::string limit_line(const record& limit);

}  // namespace strider::lab
