// Wrong:  an index far behind one allocation, where a heap would have the next one.
// From:   a shift in elements that was counted in bytes
// Kernel: shift
// Says:   bytes behind an allocation
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: the shift is divided by the size of an element.
#include "../program.cuh"

__global__ void shift(int* values, int by) {
    values[threadIdx.x + by] = 1;  // expect: out-of-bounds
}

int main() {
    int* const values = device_array<int>(1024);
    device_array<int>(1024);
#ifdef MENDED
    shift<<<1, 32>>>(values, 2048 / sizeof(int));
#else
    shift<<<1, 32>>>(values, 2048);
#endif
    cudaDeviceSynchronize();
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
