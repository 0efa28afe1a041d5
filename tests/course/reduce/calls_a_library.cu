#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

__global__ void give(int* out, int value) { *out = value; }

void sum(const int* in, int* out, int n) { give<<<1, 1>>>(out, thrust::reduce(thrust::device, in, in + n)); }
// SPDX-License-Identifier: Apache-2.0
