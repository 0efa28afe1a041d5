// Transposition: out[column][row] = in[row][column]. Write the kernel; `strider check` runs this file.
#include <cstdio>

__global__ void transpose(const float* in, float* out, int rows, int columns) {
    // A block of 32 x 8 threads moves a tile of 32 x 32 elements.
}

int main() {
    const int rows = 64, columns = 32;
    float *in, *out;
    cudaMallocManaged(&in, rows * columns * sizeof(float));
    cudaMallocManaged(&out, rows * columns * sizeof(float));
    for (int i = 0; i < rows * columns; ++i) {
        in[i] = i;
        out[i] = -1;
    }
    transpose<<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(in, out, rows, columns);
    cudaDeviceSynchronize();
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            if (out[column * rows + row] == in[row * columns + column]) continue;
            std::printf("row %d, column %d of the input is in the wrong place\n", row, column);
            return 1;
        }
    }
    std::puts("right");
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
