// Rung 1: std::mutex.
#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

const registration here{{
    .pattern = "critical-section",
    .number = 1,
    .name = "std::mutex",
    .idea = "Every section takes a mutex: a thread that does not get the mutex sleeps until it is open.",
    .hypothesis = "Contended, a section costs calls of the operating system: microseconds for two additions.",
    .source = "ISO C++20, [thread.mutex]",
    .run = run_under_lock<std::mutex>,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
