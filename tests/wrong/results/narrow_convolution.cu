// Wrong:  the weighted sum of 8-bit pixels is kept in 8 bits and overflows silently.
// From:   sources/001 (lecture), convolution of 8-bit images
// Kernel: blur
// Mended: the sum is kept in an int.
#include "../program.cuh"

__constant__ int weights[5];

__global__ void blur(const unsigned char* pixels, unsigned char* blurred, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
#ifdef MENDED
    int sum = 0;
#else
    unsigned char sum = 0;  // expect: wrong-result
#endif
    for (int k = 0; k < 5; ++k) {
        const int at = min(max(i + k - 2, 0), count - 1);
        sum += weights[k] * pixels[at];
    }
    blurred[i] = static_cast<unsigned char>(sum / 16);
}

int main() {
    constexpr int count = 256, host_weights[5] = {1, 4, 6, 4, 1};
    std::vector<unsigned char> pixels(count, 200);
    unsigned char* const blurred = device_array<unsigned char>(count);
    cudaMemcpyToSymbol(weights, host_weights, sizeof(host_weights));
    blur<<<2, 128>>>(to_device(pixels), blurred, count);
    return judge(to_host(blurred, count), pixels);
}
// SPDX-License-Identifier: Apache-2.0
