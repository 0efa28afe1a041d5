// Runs a piece of code on every lane of a block, under the emulator's checks.
#pragma once

#include <vector>

#include <strider/emulator/gtest.hpp>
#include <strider/emulator/memory.hpp>
#include <strider/launch.hpp>

namespace lanes {

template <class Body>
__global__ void run_on_lanes(Body body) {
    body();
}

/// Runs `body` on every thread of the grid. `body` may write memory of `device_array`s.
/// The test fails if there are findings.
template <class Body>
void on_lanes(dim3 grid, dim3 block, Body body) {
    strider::emulation::session under_checks;
    strider::launch(run_on_lanes<Body>, {grid, block}, body);
    EXPECT_NO_FINDINGS(under_checks.report());
}

/// body(lane) of the `lanes` threads of one block, each in its place.
template <class T, class Body>
std::vector<T> results_of(unsigned lanes, Body body) {
    strider::emulation::device_array<T> results(lanes);
    T* const out = results.data();
    on_lanes(1, lanes, [=] { out[threadIdx.x] = body(threadIdx.x); });
    return {results.begin(), results.end()};
}

}  // namespace lanes
// SPDX-License-Identifier: Apache-2.0
