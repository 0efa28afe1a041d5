// Stands before Thrust's header of this name: the policies of CUDA's system are there as well.
#pragma once

#include_next <thrust/system/cpp/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>
// SPDX-License-Identifier: Apache-2.0
