// Wrong:  writes three of the four bytes of each pixel; the last one holds what stood there before.
// From:   images of three channels in elements of four bytes
// Kernel: weigh
// Says:   allocated at
// Fix:    write every element that the kernel reads: cudaMemcpy() and cudaMemset() count bytes, elements * sizeof(T)
// Mended: the fourth byte is written, too.
#include "../program.cuh"

__global__ void paint(unsigned char* pixels, int count) {
    const int i = static_cast<int>(threadIdx.x);
    if (i >= count) return;
    for (int channel = 0; channel < 3; ++channel) pixels[4 * i + channel] = static_cast<unsigned char>(channel);
#ifdef MENDED
    pixels[4 * i + 3] = 0;
#endif
}

__global__ void weigh(const unsigned char* pixels, int* sums, int count) {
    const int i = static_cast<int>(threadIdx.x);
    if (i >= count) return;
    int sum = 0;
    for (int channel = 0; channel < 4; ++channel) sum += pixels[4 * i + channel];  // expect: uninitialised-read
    sums[i] = sum;
}

int main() {
    const int count = 50;
    unsigned char* const pixels = device_array<unsigned char>(4 * count);
    int* const sums = device_array<int>(count);
    paint<<<1, 64>>>(pixels, count);
    weigh<<<1, 64>>>(pixels, sums, count);
    return judge(sum_of(to_host(sums, count)), 3 * count);
}
// SPDX-License-Identifier: Apache-2.0
