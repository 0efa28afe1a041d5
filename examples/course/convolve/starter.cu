// A convolution: out[y][x] is the sum of mask[j][i] * in[y + j - 2][x + i - 2]. Pixels outside of the image are zero.
// Write the kernel; `strider check` runs this file.
#include <cstdio>

__global__ void convolve(const float* in, const float* mask, float* out, int rows, int columns) {
    // A block of 16 x 16 threads computes a tile of 16 x 16 pixels.
}

int main() {
    const int rows = 32, columns = 32;
    float *in, *mask, *out;
    cudaMallocManaged(&in, rows * columns * sizeof(float));
    cudaMallocManaged(&mask, 25 * sizeof(float));
    cudaMallocManaged(&out, rows * columns * sizeof(float));
    for (int i = 0; i < rows * columns; ++i) in[i] = 1;
    for (int i = 0; i < 25; ++i) mask[i] = 1;
    for (int i = 0; i < rows * columns; ++i) out[i] = -1;
    convolve<<<dim3((columns + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(in, mask, out, rows, columns);
    cudaDeviceSynchronize();
    std::printf("a corner is %g (9 is right), the middle %g (25)\n", out[0], out[16 * columns + 16]);
    return out[0] != 9 || out[16 * columns + 16] != 25;
}
// SPDX-License-Identifier: Apache-2.0
