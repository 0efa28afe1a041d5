// What limits a rung, in a line for people.
#pragma once

#include <string>

#include <lab/base/record.hpp>

namespace strider::lab {

/// Where the time is more than so many times the largest bound, nothing on the chip is busy: latency limits it.
inline constexpr double latency_factor = 1.5;

/// Of a rung's "bound", {"by", "us", "share"}: `by` is the limit, or "latency" with the "largest" one, and with the
/// "warps" that a multiprocessor holds and their "bytes_in_flight", of the launch in `counted` that loads most, and of
/// atomics whether "atomics_meet". Without a share where no time is recorded.
record limit_record(const record& bound, const record& counted);

/// The same in a line.
std::string limit_line(const record& limit);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
