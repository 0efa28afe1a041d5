// cuda::std: the host's standard library, with the atomic types and barriers of cuda.
#pragma once

#include <cstddef>
#include <utility>

#include <strider/emulator/dialect/cuda_barrier.hpp>

namespace cuda::std {
template <class Completion = __empty_completion>
using barrier = ::cuda::barrier<thread_scope_system, Completion>;
}  // namespace cuda::std
#define _CCCL_PDL_GRID_DEPENDENCY_SYNC() ::cudaGridDependencySynchronize();
#define _CCCL_PDL_TRIGGER_NEXT_LAUNCH() ::cudaTriggerProgrammaticLaunchCompletion();
// SPDX-License-Identifier: Apache-2.0
