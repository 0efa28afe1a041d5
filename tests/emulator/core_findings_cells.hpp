// The memory of the kernels of core_findings_test.cpp: cells of device memory, each 1.
#pragma once

#include <vector>

#include <strider/emulator/memory.hpp>
#include <strider/launch.hpp>

namespace strider::test {

constexpr int n = 64;

struct ints : emulation::device_array<int> {
    explicit ints(int count = n) : device_array<int>(std::vector<int>(count, 1), "cells") {}
};

template <class Kernel, class... Arguments>
void on_cells(Kernel kernel, const launch_configuration& shape, Arguments... arguments) {
    ints cells;
    launch(kernel, shape, cells.data(), arguments...);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
