// Packed bytes and halfwords as vectors, and minima that say which operand won; tests/hardware/numbers.cu has the
// others.
// Feature: arithmetic: packed bytes and halfwords (__vadd4, __dp4a, __viaddmax_s32 ...)
// Kernel: packed
// Prints: products -20 41, minimum 0, maximum 2147483647 of the first
#include <cstdio>

__global__ void packed(int* numbers) {
    numbers[0] = __dp4a(make_char4(1, 2, -3, 4), make_char4(-1, 2, 1, -5), 0);
    numbers[1] = __dp2a_lo(make_short2(10, 20), make_char4(2, 1, 9, 9), 1);
    numbers[2] = __viaddmin_s32_relu(3, -4, 5);
    bool first = false;
    numbers[3] = __vibmax_s32(2147483647, 1, &first);
    numbers[4] = first;
}

int main() {
    int* numbers;
    cudaMallocManaged(&numbers, 5 * sizeof(int));
    packed<<<1, 1>>>(numbers);
    cudaDeviceSynchronize();
    std::printf("products %d %d, minimum %d, maximum %d of the %s\n", numbers[0], numbers[1], numbers[2], numbers[3],
                numbers[4] ? "first" : "second");
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
