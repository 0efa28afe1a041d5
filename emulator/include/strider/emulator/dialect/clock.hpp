// Clocks, for loops that wait. They count nanoseconds of the host, so their differences say nothing about a GPU.
#pragma once

#include <ctime>

#include <strider/emulator/dialect/intrinsic.hpp>

STRIDER_EMULATOR_INTRINSIC long long clock64() { return static_cast<long long>(strider::emulation::host_clock()); }
/// Does nothing: lanes take turns anyway.
STRIDER_EMULATOR_ARITHMETIC void __nanosleep(unsigned) {}
STRIDER_EMULATOR_INTRINSIC void __trap() {
    strider::emulation::stop_kernel(STRIDER_EMULATOR_CALLER, strider::emulation::stopped_by::trap, "__trap()");
}
STRIDER_EMULATOR_INTRINSIC void __brkpt() {
    strider::emulation::stop_kernel(STRIDER_EMULATOR_CALLER, strider::emulation::stopped_by::trap,
                                    "__brkpt(), and no debugger is there");
}
STRIDER_EMULATOR_ARITHMETIC void __prof_trigger(int) {}
// SPDX-License-Identifier: Apache-2.0
