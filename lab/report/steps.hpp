// The steps of a ladder for the report's script: each rung's words, its source, and what its lines cost.
#pragma once

#include <lab/base/record.hpp>
#include <lab/report/ladder.hpp>

namespace strider::lab {

/// One object a rung: number, name, idea, hypothesis, what it is claimed to move, the text of its file, and, where the
/// emulator counted by lines, the cost of each of its lines, that of lines elsewhere, and the requests of one warp.
record steps_of(const reported_ladder& what);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
