// Wrong:  memory is freed by the wrong call, or by a pointer into it.
// Kernel: fill
// Says:   no call of CUDA's has allocated this memory
// Says:   this is memory of the host
// Says:   this is memory of the device
// Says:   no allocation begins here
// Says:   this array was already freed
// Fix:    free by cudaFree() what cudaMalloc() has allocated, and by cudaFreeHost() what cudaMallocHost() has
// Fix:    free by cudaFree() what cudaMalloc() has allocated, and by free() what malloc() has
// Fix:    free each array once, then set its handle to null
// Fix:    free the pointer that the allocation gave, not one into the memory
// Mended: each is freed once, by the call that fits.
#include "../program.cuh"

#include <cstdlib>

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int main() {
    int *device = device_array<int>(32), *pinned, *own = static_cast<int*>(std::malloc(4));
    cudaMallocHost(&pinned, 128);
    cudaArray_t texels;
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&texels, &channels, 4);
    fill<<<1, 32>>>(device);
    cudaDeviceSynchronize();
#ifndef MENDED
    cudaFree(device + 1);  // expect: bad-free
    cudaFree(own);         // expect: bad-free
    cudaFree(pinned);      // expect: bad-free
    cudaFreeHost(device);  // expect: bad-free
    cudaFreeArray(texels);
#endif
    cudaFree(device);
    std::free(own);
    cudaFreeHost(pinned);
    cudaFreeArray(texels);  // expect: bad-free
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
