// Clocks, for loops that wait: they count nanoseconds of the host, so that differences say nothing about a GPU.
#pragma once

#include <ctime>

#include <strider/simt/dialect/intrinsic.hpp>

STRIDER_SIMT_INTRINSIC long long clock64() { return static_cast<long long>(strider::executor::host_clock()); }
/// Waiting is not needed where lanes take turns.
STRIDER_SIMT_ARITHMETIC void __nanosleep(unsigned) {}
STRIDER_SIMT_INTRINSIC void __trap() {
    strider::executor::stop_kernel(STRIDER_SIMT_CALLER, strider::executor::stopped_by::trap, "__trap()");
}
STRIDER_SIMT_INTRINSIC void __brkpt() {
    strider::executor::stop_kernel(STRIDER_SIMT_CALLER, strider::executor::stopped_by::trap,
                                   "__brkpt(), and no debugger is there");
}
STRIDER_SIMT_ARITHMETIC void __prof_trigger(int) {}
// SPDX-License-Identifier: Apache-2.0
