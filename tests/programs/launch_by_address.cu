// Kernels as values: by their address, by a configuration, with their attributes.
// Feature: launches: cudaLaunchKernel, cudaLaunchKernelEx, cudaFuncGetAttributes, cudaFuncSetAttribute
// Kernel: scale
// Prints: 5 10 15 20
// Prints: 45, more than 48 KiB
// Prints: invalid resource handle
#include <cstdio>

template <class T>
__global__ void scale(T* values, T factor, int n) {
#ifdef WRONG
    values[threadIdx.x] *= factor;  // expect: out-of-bounds
#else
    if (threadIdx.x < n) values[threadIdx.x] *= factor;
#endif
}

__global__ void shift(int* values, int by) { values[threadIdx.x] += by; }

__global__ void fill_large(int* value, int index) {
    extern __shared__ int large[];
    for (int i = threadIdx.x; i <= index; i += blockDim.x) large[i] = i;
    __syncthreads();
    if (threadIdx.x == 0) *value = large[index] == index ? 45 : 0;
}

int main() {
    int host[4] = {1, 2, 3, 4}, *values, n = 4, factor = 4, by = 1;
    cudaMalloc(&values, sizeof(host));
    cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
    void* arguments[] = {&values, &factor, &n};
    if (cudaLaunchKernel((void*)scale<int>, dim3(1), dim3(8), arguments, 0, nullptr) != cudaSuccess) return 1;

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(1);
    config.blockDim = dim3(4);
    for (int i = 0; i < 4; ++i) {
        cudaLaunchKernelEx(&config, shift, values, by);
        config.blockDim.x -= 1;
    }
    cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost);
    std::printf("%d %d %d %d\n", host[0] + 1 - 4, host[1] + 2 - 3, host[2] + 3 - 2, host[3] + 4 - 1);

    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, fill_large);
    const int bytes = 100 * 1024;
    cudaFuncSetAttribute(fill_large, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    fill_large<<<1, 256, bytes>>>(values, bytes / 4 - 1);
    cudaMemcpy(host, values, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("%d, %s than 48 KiB\n", host[0], attributes.maxDynamicSharedSizeBytes < bytes ? "more" : "less");

    const void* nothing = &host;
    cudaLaunchKernel(nothing, dim3(1), dim3(1), arguments, 0, nullptr);
    std::printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
