// Macros and names that programs write around launches.
// Feature: launches: in macros, beside variables named blockDim and dim3
// Kernel: reverse
// Prints: 63 0, 4 threads of 2 blocks
// Prints: 2016 2016.5
// Prints: 3 6
// Prints: 7 0.5
#include <cstdio>

#define CHECKED(call)                                                                                              \
    do {                                                                                                           \
        if ((call) != cudaSuccess) std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(cudaGetLastError())); \
    } while (0)
#define LAUNCH(kernel, grid, block, bytes, ...)            \
    do {                                                   \
        kernel<<<(grid), (block), (bytes)>>>(__VA_ARGS__); \
        CHECKED(cudaGetLastError());                       \
    } while (0)

// Names that are free in CUDA, and in C++17.
#if __cplusplus <= 201703L || defined(STRIDER_EMULATOR)
__host__ __device__ float lerp(float from, float to, float at) { return from + at * (to - from); }
#endif
__device__ int __globaltimer() { return 7; }

extern __shared__ int whole_block[];

__global__ __launch_bounds__(64) void reverse(int* __restrict__ values) {
    whole_block[threadIdx.x] = values[threadIdx.x];
#ifndef WRONG
    __syncthreads();
#endif
    values[threadIdx.x] = whole_block[blockDim.x - 1 - threadIdx.x];  // expect: race-shared
}

#define DYNAMIC_SHARED(type, name) extern __shared__ type name[]
__global__ void sum(const int* values, int* total) {
    extern int __shared__ partial[];
    DYNAMIC_SHARED(int, same);
    partial[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    if (threadIdx.x != 0) return;
    for (unsigned i = 1; i < blockDim.x; ++i) partial[0] += partial[i];
    *total = same[0];
}

#define BOUNDED(threads, blocks) __launch_bounds__(threads, blocks)
template <class T>
__global__ void BOUNDED(64, 2) sum_as(const int* values, T start, T* total, T* unused) {
    __shared__ extern __align__(8) unsigned char bytes[];
    T* const partial = reinterpret_cast<T*>(bytes);
    partial[threadIdx.x] = static_cast<T>(values[threadIdx.x]);
    __syncthreads();
    if (threadIdx.x != 0) return;
    const unsigned dim3 = blockDim.x;  // hides the type
    T all = start;
    for (unsigned i = 0; i < blockDim.x; ++i) all += partial[i];
    *total = dim3 == blockDim.x && unused == nullptr ? all : start;
}

#define KERNEL_OF(type)                                 \
    __global__ void last_##type(type* to, type value) { \
        __shared__ alignas(16) type last[4];            \
        last[threadIdx.x] = value;                      \
        *to = last[threadIdx.x];                        \
    }
KERNEL_OF(int)
KERNEL_OF(float)
#define LAUNCH_OF(type, to, value) last_##type<<<1, 1>>>(to, value)

struct shape {
    dim3 gridDim, blockDim;
};

int threads(const dim3& gridDim, dim3 blockDim) { return static_cast<int>(gridDim.x * blockDim.x); }

__global__ void set(int* where, int what) { *where = what + __globaltimer() - 7; }
typedef void (*setter)(int*, int);

int main() {
    int *values, host[64];
    float* total_as;
    for (int i = 0; i < 64; ++i) host[i] = i;
    CHECKED(cudaMalloc(&values, sizeof(host)));
    CHECKED(cudaMalloc(&total_as, sizeof(float)));
    CHECKED(cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice));
    dim3 gridDim(1), blockDim(64);
    reverse<<<gridDim, blockDim, blockDim.x * sizeof(int)>>>(values);
    CHECKED(cudaMemcpy(host, values, sizeof(host), cudaMemcpyDeviceToHost));
    const shape of{dim3(2), dim3(2)};
    std::printf("%d %d, %d threads of %u blocks\n", host[0], host[63], threads(of.gridDim, of.blockDim), of.gridDim.x);

    int *total, result;
    float result_as;
    CHECKED(cudaMalloc(&total, sizeof(int)));
    LAUNCH(sum, 1, 64, 64 * sizeof(int), values, total);
    sum_as<float><<<1, 64, 64 * sizeof(float)>>>(values, 0.0f, total_as, NULL);
    LAUNCH(sum_as<float>, 1, 64, 64 * sizeof(float), values, .5f, total_as, nullptr);
    CHECKED(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
    CHECKED(cudaMemcpy(&result_as, total_as, sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("%d %g\n", result, result_as);

    const setter one = set;
    const struct {
        setter start;
    } table[] = {{set}, {set}};
    one<<<1, 1>>>(values, 3);
    (*table[1].start)<<<1, 1>>>(values + 1, 6);
    CHECKED(cudaMemcpy(host, values, 2 * sizeof(int), cudaMemcpyDeviceToHost));
    std::printf("%d %d\n", host[0], host[1]);

    LAUNCH_OF(int, total, 7);
    LAUNCH_OF(float, total_as, 0.5f);
    CHECKED(cudaMemcpy(&result, total, sizeof(int), cudaMemcpyDeviceToHost));
    CHECKED(cudaMemcpy(&result_as, total_as, sizeof(float), cudaMemcpyDeviceToHost));
    std::printf("%d %g\n", result, result_as);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
