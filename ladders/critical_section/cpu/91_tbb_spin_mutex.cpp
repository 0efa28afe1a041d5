// Contender 91: oneTBB's spin_mutex.
#include <tbb/spin_mutex.h>

#include <ladders/critical_section/cpu/sections.hpp>

namespace strider::ladders::critical_section {
namespace {

const registration here{{
    .pattern = "critical-section",
    .number = 91,
    .name = "tbb::spin_mutex",
    .idea = "The spin lock of oneTBB, which backs off exponentially.",
    .hypothesis = "Compare with rung 90.",
    .source = "oneTBB specification, spin_mutex",
    .kind = rung_kind::contender,
    .run = run_under_lock<tbb::spin_mutex>,
}};

}  // namespace
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
