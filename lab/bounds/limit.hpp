// The limit of a rung, in a line for people.
#pragma once

#include <string>

#include <lab/base/record.hpp>

namespace strider::lab {

/// Where the time is more than so many times the largest bound, nothing on the chip is busy: latency limits it.
inline constexpr double latency_factor = 1.5;

/// The limit in a rung's "bound": {"by", "us", "share"}, without a share where no time is recorded. `by` is the limit,
/// or "latency". Latency comes with the "largest" limit, and with the "warps" of a multiprocessor and their
/// "bytes_in_flight" in the launch of `counted` that loads most. Atomics come with "atomics_meet".
record limit_record(const record& bound, const record& counted);

/// The same in a line.
std::string limit_line(const record& limit);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
