// From how many elements on a GPU is faster than the CPU, its copies included.
#pragma once

#include <string>

#include <lab/base/output/progress.hpp>
#include <lab/measure/ladder.hpp>

namespace strider::lab {

/// One line: the least power of two of elements, up to the request's number, for which the library's call on the plan's
/// GPU takes less time than on the CPU, both as whole programs; or that there is none. Looks at one size in each half
/// that is left, about five in all. Empty on other devices, where the CPU does not have this call, or when interrupted.
std::string crossover_line(const planned_ladder& plan, progress& said);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
