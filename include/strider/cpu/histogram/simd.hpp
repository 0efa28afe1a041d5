// The parts of a histogram that are compiled for several instruction sets (src/cpu/histogram_kernels.cpp).
#pragma once

#include <cstddef>

#include <strider/pattern/bins.hpp>

namespace strider::cpu_backend {

/// cells[i] = rule.cell_of(samples[i])
void find_cells(const binning::even_numbers<float>& rule, const float* samples, std::size_t count, unsigned* cells);
void find_cells(const binning::even_numbers<double>& rule, const double* samples, std::size_t count, unsigned* cells);

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
