// The patterns that have a ladder, in the order in which their ideas build on each other.
#pragma once

#include <ladders/compact/problem.hpp>
#include <ladders/convolve/problem.hpp>
#include <ladders/critical_section/problem.hpp>
#include <ladders/gather/problem.hpp>
#include <ladders/harness/problem.hpp>
#include <ladders/histogram/problem.hpp>
#include <ladders/map/problem.hpp>
#include <ladders/matrix_product/problem.hpp>
#include <ladders/merge/problem.hpp>
#include <ladders/reduce/problem.hpp>
#include <ladders/scan/problem.hpp>
#include <ladders/scatter/problem.hpp>
#include <ladders/segmented_reduce/problem.hpp>
#include <ladders/softmax/problem.hpp>
#include <ladders/sort/problem.hpp>
#include <ladders/stencil/problem.hpp>
#include <ladders/transpose/problem.hpp>

namespace strider::ladders {

inline constexpr const pattern* patterns[] = {&reduce::description,    &segmented_reduce::description,
                                              &softmax::description,   &map::description,
                                              &gather::description,    &scatter::description,
                                              &transpose::description, &convolve::description,
                                              &stencil::description,   &matrix_product::description,
                                              &scan::description,      &compact::description,
                                              &histogram::description, &merge::description,
                                              &sort::description,      &critical_section::description};

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
