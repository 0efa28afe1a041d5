// Wrong:  the pointer was never set.
// From:   an allocation that is forgotten, or whose error is not looked at
// Kernel: fill
// Says:   a null pointer
// Fix:    allocate the memory before the launch, by cudaMalloc(&pointer, bytes), and pass that pointer
// Mended: the memory is allocated.
#include "../program.cuh"

__global__ void fill(int* values) {
    values[threadIdx.x] = 1;  // expect: out-of-bounds
}

int main() {
    int* device = nullptr;
#ifdef MENDED
    device = device_array<int>(32);
#endif
    fill<<<1, 32>>>(device);
    cudaDeviceSynchronize();
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
