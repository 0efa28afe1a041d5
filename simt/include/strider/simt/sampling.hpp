// Launches that are checked in part.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace strider::executor {

/// Which launches are checked in part: the other blocks run a plain form of the kernel. Cooperative launches and those
/// of clusters are checked whole, and all in lock step.
struct sampling {
    std::uint64_t blocks = 0;                       ///< checked of a launch, at least; 0: all
    std::uint64_t whole_threads = 0;                ///< launches of no more threads are checked whole,
    std::chrono::milliseconds time{0};              ///< until checking has taken so much time; 0: always
    std::vector<std::vector<std::string>> compile;  ///< commands that compile the plain forms
};

/// How much of a kernel's launches has been checked, where not all of it was.
struct checked_part {
    std::uint64_t blocks = 0, checked_blocks = 0;      ///< of all launches
    std::uint64_t launches = 0, checked_launches = 0;  ///< checked: a block of them was

    checked_part& operator+=(const checked_part& more);
};
/// "64 of 400000 blocks checked in 3 of 1000 launches".
std::string text(const checked_part& part);

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
