#pragma once

#include <ladders/rung.hpp>

namespace strider::ladders::critical_section {

/// Every thread of a warp spins for one lock, and runs its section behind the loop.
void run_naive_lock(const arguments& with);

}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
