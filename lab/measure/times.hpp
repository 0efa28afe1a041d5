// The times of a ladder on a GPU: of this machine, or recorded on another.
#pragma once

#include <lab/base/output/progress.hpp>
#include <lab/measure/ladder.hpp>
#include <lab/records/recorded.hpp>

namespace strider::lab {

/// Takes the times of all rungs now. Their date is "now".
recorded_ladder time_now(const opened_device& gpu, const ladder_request& request, progress& said);

/// The recorded times of the problem that the request names; of the ladder's usual number of elements where there are
/// some.
recorded_ladder recorded_times(const ladder_request& request);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
