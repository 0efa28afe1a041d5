// Right, but the stores of a warp lie in 32 lines.
__global__ void transpose(const float* in, float* out, int rows, int columns) {
    const int column = blockIdx.x * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8) {
        const int row = blockIdx.y * 32 + threadIdx.y + i;
        if (row < rows && column < columns) out[column * rows + row] = in[row * columns + column];
    }
}
// SPDX-License-Identifier: Apache-2.0
