// Arithmetic on four bytes or two halfwords of a word, as image and sequence kernels do it.
// Feature: arithmetic: packed bytes and halfwords (__vadd4, __dp4a, __viaddmax_s32 ...)
// Kernel: packed
// Prints: sums 00010401 00ff7fff 80807f01
// Prints: differences 04fe04fe 765 0001ffff
// Prints: comparisons ff0000ff 01000001 01010180
// Prints: averages 02010001 0000
// Prints: products 70 -20 41 11
// Prints: maxima 7 0 9 2147483647 00050000
#include <cuda_runtime.h>

#include <cstdio>

__global__ void packed(unsigned* words, int* numbers) {
    unsigned* word = words;
    *word++ = __vadd4(0x00ff0302, 0x000201ff);
    *word++ = __vaddss2(0x00fe7ffe, 0x00010004);
    *word++ = __vsubss4(0x80807f02, 0x0100ff01);
    *word++ = __vabsdiffu4(0x05ff01fe, 0x01010500);
    *word++ = __vsadu4(0xff00ff00, 0x00ff0000);
    *word++ = __vabsdiffs2(0x00007fff, 0x00018000);
    *word++ = __vcmpeq4(0x01020304, 0x01030404);
    *word++ = __vsetgts4(0x017f8001, 0xff7f00ff);
    *word++ = __vmaxs4(0x01ff0180, 0xff010080);
    *word++ = __vavgs4(0x03010001, 0x01010000);
    *word++ = __vhaddu2(0x00010000, 0x00000001);

    int* number = numbers;
    *number++ = __dp4a(0x01020304, 0x05060708, 0);
    *number++ = __dp4a(make_char4(1, 2, -3, 4), make_char4(-1, 2, 1, -5), 0);
    *number++ = __dp2a_lo(make_short2(10, 20), make_char4(2, 1, 9, 9), 1);
    *number++ = static_cast<int>(__dp2a_hi(0x00010002u, 0x05030000u, 0u));
    *number++ = __viaddmax_s32(3, 4, 5);
    *number++ = __viaddmin_s32_relu(3, -4, 5);
    *number++ = __vimax3_s32(1, 9, -2);
    bool first = false;
    *number++ = __vibmax_s32(2147483647, 1, &first) - !first;
    *number++ = static_cast<int>(__vimax_s16x2_relu(0x0005ffff, 0x0004fffe));
}

int main() {
    unsigned* words;
    int* numbers;
    cudaMallocManaged(&words, 11 * sizeof(unsigned));
    cudaMallocManaged(&numbers, 9 * sizeof(int));
    packed<<<1, 1>>>(words, numbers);
    cudaDeviceSynchronize();
    std::printf("sums %08x %08x %08x\n", words[0], words[1], words[2]);
    std::printf("differences %08x %u %08x\n", words[3], words[4], words[5]);
    std::printf("comparisons %08x %08x %08x\n", words[6], words[7], words[8]);
    std::printf("averages %08x %04x\n", words[9], words[10]);
    std::printf("products %d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
    std::printf("maxima %d %d %d %d %08x\n", numbers[4], numbers[5], numbers[6], numbers[7],
                static_cast<unsigned>(numbers[8]));
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
