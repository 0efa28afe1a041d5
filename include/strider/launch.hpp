// Starting kernels of your own, written once for nvcc and for the emulator.
//
//     strider::launch(kernel, {grid, block}, arguments...);
//     strider::launch(kernel, {grid, block, shared_bytes, stream}, arguments...);  // strider::dynamic_shared<T>()
//     there.
//
// A launch throws strider::cuda_error if CUDA refuses it. In the emulator it returns when the kernel is done.
#pragma once

#include <strider/core/target.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/arch/launch.hpp>
#endif
// SPDX-License-Identifier: Apache-2.0
