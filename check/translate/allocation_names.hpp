// Names of a source's allocations: d_in for `cudaMalloc(&d_in, bytes)`.
#pragma once

#include <string>

#include "source_code.hpp"

namespace strider::kernel_check {

/// A declaration that tells the program the variables that calls of cudaMalloc and its kin fill, by the lines of the
/// calls; empty where there are none. A variable that is returned from there has no name that would help.
std::string allocation_names(const code& in, const std::string& file);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
