// Rung 90: the library's own lock, strider::spin_lock.
#include <ladders/critical_section/cpu/sections.hpp>
#include <strider/lock.hpp>

namespace strider::ladders::critical_section {
namespace {

const registration here{{
    .pattern = "critical-section",
    .number = 90,
    .follows = 2,
    .name = "strider::spin_lock",
    .idea = "Reads the lock before it tries to take it, and pauses twice as long after every look, until it yields.",
    .hypothesis = "As rung 2; the pauses leave the line with the lock to the thread that has it.",
    .expectations = {},
    .source = "include/strider/lock.hpp",
    .kind = rung_kind::library,
    .run = run_under_lock<strider::spin_lock<>>,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
