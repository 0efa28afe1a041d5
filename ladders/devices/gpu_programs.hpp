// Whole programs on a GPU: allocate, copy in, run, copy out, free.
#pragma once

#include <cuda_runtime.h>

#include <ladders/harness/device.hpp>
#include <strider/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

/// One program after the other on `stream`, by its phases; from pinned memory where `is_pinned`. To bring the data
/// there and back is no part of it.
program_times time_single_program(const rung& entry, const arguments& with, const program_data& data, bool is_pinned,
                                  cudaStream_t stream);

/// The time of a program in a row of programs on two streams, once the first ones are over. Each stream has memory of
/// its own, so that one copies while the other runs.
program_times time_overlapped_programs(const rung& entry, const arguments& with, const program_data& data);

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
