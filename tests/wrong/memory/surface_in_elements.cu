// Wrong:  a surface is written at an x that counts elements; it counts bytes.
// Kernel: fill
// Says:   4 bytes of a surface at x 1, which counts bytes
// Fix:    multiply x by the size of an element
// Mended: x is multiplied.
#include "../program.cuh"

__global__ void fill(cudaSurfaceObject_t surface) {
#ifdef MENDED
    surf2Dwrite(1.0f, surface, threadIdx.x * sizeof(float), 0);
#else
    surf2Dwrite(1.0f, surface, threadIdx.x, 0);  // expect: misaligned-access
#endif
}

int main() {
    cudaArray_t texels;
    const cudaChannelFormatDesc channels = cudaCreateChannelDesc<float>();
    cudaMallocArray(&texels, &channels, 8, 2, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = texels;
    cudaSurfaceObject_t surface;
    cudaCreateSurfaceObject(&surface, &resource);
    fill<<<1, 8>>>(surface);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
