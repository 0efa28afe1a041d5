// The schedules of a program: it runs in the order of each seed, and all findings become one result.
#pragma once

#include <cstdint>
#include <functional>

#include "check.hpp"

namespace strider::kernel_check {

/// Calls `run` with the seed of each schedule that is asked for, until processes end. Findings of several schedules
/// are merged, and name the first seed that showed them. Counters are those of the first run. So is the output, but if
/// a run fails: then the output of the first one that failed.
result run_schedules(const options& request, const std::function<result(std::uint64_t seed)>& run);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
