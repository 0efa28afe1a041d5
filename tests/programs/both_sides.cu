// Functions and lambdas of both sides, and questions about the architecture.
// Feature: functions of both sides: __CUDA_ARCH__, __host__ __device__ lambdas, [=] __device__ lambdas
// Kernel: apply
// Prints: the host has no architecture, the device 900
// Prints: 21 21, 64 bits 5
#include "../wrong/program.cuh"

#ifndef __CUDACC__
#error "nvcc defines this"
#endif
#if CUDART_VERSION < 9000 || !defined(__NVCC__)
#error "an old toolkit"
#endif

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double*, double);  // for GPUs that have none
#endif

__host__ __device__ int architecture() {
#ifdef __CUDA_ARCH__
    return __CUDA_ARCH__;
#else
    return 0;
#endif
}

__host__ __device__ inline int bits(unsigned long long value) {
    int count = 0;
#if defined(__CUDA_ARCH__)
    count = __popcll(value);
#else
    for (; value != 0; value &= value - 1) ++count;
#endif
    return count;
}

__device__ __noinline__ int of_the_device() {
#if __CUDA_ARCH__ >= 700
    return architecture();
#else
    return -1;
#endif
}

template <class Function>
__global__ void apply(Function function, int* results, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef WRONG
    results[i] = function(i);  // expect: out-of-bounds
#else
    if (i < n) results[i] = function(i);
#endif
}

int main() {
    int* const results = device_array<int>(20);
    const int factor = 3;
    apply<<<1, 32>>>([=] __device__(int i) { return i == 0 ? of_the_device() : factor * i; }, results, 20);
    std::printf("the host has %s architecture, the device %d\n", architecture() == 0 ? "no" : "an",
                to_host(results, 20)[0]);
    auto thrice = [=] __host__ __device__(int i) { return factor * i + (bits(31) - 5); };
    apply<<<1, 32>>>(thrice, results, 20);
    std::printf("%d %d, 64 bits %d\n", to_host(results, 20)[7], thrice(7), bits(31));
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
