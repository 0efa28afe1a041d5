// Launches that are checked in part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strider::emulation {

/// Which launches are checked in part: the other blocks run a plain form of the kernel, or where they are counted their
/// own. Cooperative launches and those of clusters are checked whole, and all in lock step.
///
/// Work is counted, not timed, so that every machine checks the same blocks: an access of memory is one unit, and so is
/// the start of a thread; 4,096 basic blocks are 256 units.
constexpr std::uint64_t default_budget = std::uint64_t{1} << 23;
struct sampling {
    std::uint64_t blocks = 0;                       ///< checked of a launch, at least; 0: the budget decides
    std::uint64_t budget = 0;                       ///< work to check of a kernel; of a program 8 times; 0: all
    std::vector<std::vector<std::string>> compile;  ///< commands that compile the plain forms
};

/// Calls `when_spent` when the program has done more work than `most`. An access of memory by a kernel is a unit, and
/// so is the start of a thread; four basic blocks are one, of a kernel or of host code. The function runs on a thread
/// of the host or on a lane, allocates nothing, and does not return.
void limit_work(std::uint64_t most, void (*when_spent)());

/// How much of a kernel's launches has been checked, where not all of it was.
struct checked_part {
    std::uint64_t blocks = 0, checked_blocks = 0;      ///< of all launches
    std::uint64_t launches = 0, checked_launches = 0;  ///< checked: a block of them was

    checked_part& operator+=(const checked_part& more);
};
/// "64 of 400000 blocks checked in 3 of 1000 launches".
std::string text(const checked_part& part);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
