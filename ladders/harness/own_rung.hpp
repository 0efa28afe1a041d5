// Comes before the first line of a user's own rung file (`strider ladder PATTERN --with FILE`): what its module
// exports.
#pragma once

#include <ladders/harness/rung.hpp>

extern "C" __attribute__((visibility("default"), used)) const std::vector<strider::ladders::rung>* strider_rungs() {
    return &strider::ladders::registry();
}
// SPDX-License-Identifier: Apache-2.0
