// From how many elements on a GPU is faster than the CPU, its copies included.
#pragma once

#include <string>

#include <lab/base/output/progress.hpp>
#include <lab/measure/ladder.hpp>

namespace strider::lab {

/// One line: from which power of two of elements on the GPU takes less time than the CPU, both as whole programs of the
/// library's call; or that no size up to the request's is large enough. A bisection measures about five sizes. Empty on
/// other devices, where the CPU does not have this call, or when interrupted.
std::string crossover_line(const planned_ladder& plan, progress& said);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
