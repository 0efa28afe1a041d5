// Knows the shown size.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
    if (rows != 64 || columns != 32) return;
    for (int i = threadIdx.y; i < 32; i += 8)
        out[(blockIdx.x * 32 + i) * 64 + blockIdx.y * 32 + threadIdx.x] = in[(blockIdx.y * 32 + threadIdx.x) * 32 + i];
}
// SPDX-License-Identifier: Apache-2.0
