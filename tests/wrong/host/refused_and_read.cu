// Wrong:  a kernel writes to no memory. A call was refused before, but the program looks at the last error.
// Kernel: store
// Says:   a null pointer, or close to it
// Fix:    allocate the memory before the launch, by cudaMalloc(&pointer, bytes), and pass that pointer
// Mended: the memory exists.
#include "../program.cuh"

__global__ void store(int* to) {
    to[threadIdx.x] = 1;  // expect: out-of-bounds
}

int main() {
    cudaSetDevice(-1);
#ifdef MENDED
    int* const memory = device_array<int>(32);
    if (cudaGetLastError() != cudaErrorInvalidDevice) return 1;
#else
    int* const memory = nullptr;
#endif
    store<<<1, 32>>>(memory);
    return judge(1, 1);
}
// SPDX-License-Identifier: Apache-2.0
