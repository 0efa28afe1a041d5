// Which way a counter moved from one rung to the next.
#pragma once

#include <ladders/harness/rung.hpp>

namespace strider::ladders {

/// A counter that changes by at most this fraction counts as unchanged.
inline constexpr double least_move = 0.02;

constexpr direction moved(double before, double after) {
    return after > (1 + least_move) * before   ? direction::rises
           : after < (1 - least_move) * before ? direction::falls
                                               : direction::stays;
}

/// A claim about this is judged by the time for an element on a GPU, which the emulator does not have.
inline constexpr const char* time_counter = "time";

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
