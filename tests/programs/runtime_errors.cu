// Errors as CUDA has them: codes, names, texts; what is refused, and what is remembered.
// Feature: errors: codes, names and texts, refused calls, sticky and last errors
// Kernel: store
// Prints: cudaErrorInvalidPitchValue (12): invalid pitch argument
// Prints: cudaErrorInvalidValue, cudaErrorInvalidValue, cudaSuccess
// Prints: cudaErrorInvalidConfiguration
// Prints: cudaErrorInvalidDevice 101, cudaErrorNoKernelImageForDevice 209, device-side assert triggered
#include <cstdio>

__global__ void store(int* where, int what) {
#ifdef WRONG
    where[threadIdx.x] = what;  // expect: out-of-bounds
#else
    if (threadIdx.x == 0) *where = what;
#endif
}

int main() {
    int *device, host = 0;
    cudaMalloc(&device, sizeof(int));
    const cudaError_t refused = cudaMemcpy2D(device, 4, &host, 4, 8, 2, cudaMemcpyHostToDevice);
    std::printf("%s (%d): %s\n", cudaGetErrorName(refused), refused, cudaGetErrorString(refused));
    const cudaError_t no_place = cudaMalloc(nullptr, 4), remembered = cudaGetLastError();
    std::printf("%s, %s, %s\n", cudaGetErrorName(no_place), cudaGetErrorName(remembered),
                cudaGetErrorName(cudaGetLastError()));
    store<<<1, 32>>>(device, 5);
    cudaMemcpy(&host, device, sizeof(int), cudaMemcpyDeviceToHost);
    if (host != 5 || cudaGetLastError() != cudaSuccess) return 1;
    cudaFuncAttributes attributes;
    std::printf("%s\n",
                cudaFuncGetAttributes(&attributes, store) == cudaSuccess && attributes.maxThreadsPerBlock == 1024
                    ? cudaGetErrorName(cudaErrorInvalidConfiguration)
                    : "no attributes");
    std::printf("%s %d, %s %d, %s\n", cudaGetErrorName(cudaSetDevice(64)), cudaErrorInvalidDevice,
                cudaGetErrorName(cudaErrorNoKernelImageForDevice), cudaErrorNoKernelImageForDevice,
                cudaGetErrorString(cudaErrorAssert));
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
