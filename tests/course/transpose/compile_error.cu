// A semicolon is missing.
__global__ void transpose(const float* in, float* out, int rows, int columns) { out[threadIdx.x] = in[threadIdx.x] }
// SPDX-License-Identifier: Apache-2.0
