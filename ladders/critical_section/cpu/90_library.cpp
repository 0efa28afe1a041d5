// Rung 90: the library's own lock, strider::spin_lock.
#include <ladders/critical_section/cpu/sections.hpp>
#include <strider/lock.hpp>

namespace strider::ladders::critical_section {
namespace {

const registration here{{
    .pattern = "critical-section",
    .number = 90,
    .follows = 1,
    .name = "strider::spin_lock",
    .idea = "A thread reads the lock before it tries, and doubles its pause after every look, until it yields.",
    .hypothesis =
        "Faster than a mutex for sections this short: no call of the operating system, and the pauses leave the cache "
        "line of the lock to its holder.",
    .source = "include/strider/lock.hpp",
    .kind = rung_kind::library,
    .run = run_under_lock<strider::spin_lock<>>,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
