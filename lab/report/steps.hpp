// The steps of a ladder for the report's script: each rung's words, its source, and what its lines cost.
#pragma once

#include <lab/base/record.hpp>
#include <lab/report/ladder.hpp>

namespace strider::lab {

/// One object a rung: number, name, idea, hypothesis, claims, and the text of its file. Where the emulator counted by
/// lines, also the cost of its lines and of lines elsewhere, and the requests of one warp.
record steps_of(const reported_ladder& ladder);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
