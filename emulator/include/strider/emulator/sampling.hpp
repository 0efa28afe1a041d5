// Launches that are checked only in part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace strider::emulation {

/// Default budget of checked work. Work is counted, not timed, so that every machine checks the same blocks. A memory
/// access is one unit, the start of a thread is one unit, and 4,096 basic blocks are 256 units.
constexpr std::uint64_t default_budget = std::uint64_t{1} << 23;

/// How much of a launch is checked. Blocks beyond the budget run an uninstrumented build of the kernel, or its own code
/// if blocks are counted. Cooperative launches, launches with clusters and launches in lock step are checked whole.
struct sampling {
    std::uint64_t blocks = 0;                       ///< blocks to check of a launch, at least; 0: the budget decides
    std::uint64_t budget = 0;                       ///< work to check of a kernel; 8 times as much of a program; 0: all
    std::vector<std::vector<std::string>> compile;  ///< commands that compile the uninstrumented build
};

/// Calls `when_spent` when the program has done more work than `most`. A kernel's memory access is a unit, the start of
/// a thread is a unit, and four basic blocks, of a kernel or of host code, are a unit. `when_spent` runs on a thread of
/// the host or on a lane; it must neither allocate nor return.
void limit_work(std::uint64_t most, void (*when_spent)());

/// How much of a kernel was checked, if not all of it.
struct checked_part {
    std::uint64_t blocks = 0, checked_blocks = 0;      ///< over all launches
    std::uint64_t launches = 0, checked_launches = 0;  ///< a launch is checked if one of its blocks is

    checked_part& operator+=(const checked_part& more);
};
/// "64 of 400000 blocks checked in 3 of 1000 launches".
std::string text(const checked_part& part);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
