// The section, as every rung with a lock runs it.
#pragma once

#include <ladders/critical_section/problem.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/target.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

/// Only for one thread at a time: these are plain reads and writes.
template <class T>
STRIDER_HOST_DEVICE void run_section(tally<T>& shared, T value) {
    shared.total = plus{}(shared.total, value);
    shared.number = plus{}(shared.number, T(1));
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
