// Functions and lambdas of both sides, and questions about the architecture.
// Feature: functions of both sides: __CUDA_ARCH__, macros by it, __host__ __device__ lambdas, [=] __device__ lambdas
// Kernel: apply
// Prints: the host has no architecture, the device 900
// Prints: 21 21, 64 bits 5
// Prints: by macros 12 on the device, 45 on the host, ballot 7
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

// Macros by the architecture, and by these.
#if __CUDACC_VER_MAJOR__ >= 9 && defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 300
#define ON_DEVICE
#define UNITS 2
#else
#define UNITS 5
#endif
#ifdef ON_DEVICE
#define TENS 1
#else
#define TENS 4
#endif
// clang-format off
#define BOTH(scale) \
    (TENS * (scale) + UNITS)
// clang-format on
#ifdef ON_DEVICE
#undef UNITS
#define UNITS 2
#endif

__host__ __device__ int by_macros() { return BOTH(10); }

__host__ __device__ unsigned ballot(int predicate) {
#ifdef ON_DEVICE
    return __ballot_sync(7u, predicate);
#else
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 300
    return __ballot(predicate);
#endif
    return predicate;
#endif
}

__global__ void ask(int* results) {
    results[threadIdx.x] = TENS > 1 ? -1 : threadIdx.x == 0 ? by_macros() : 0;
    results[3 + threadIdx.x] = static_cast<int>(ballot(1));
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
    ask<<<1, 3>>>(results);
    std::printf("by macros %d on the device, %d on the host, ballot %d\n", to_host(results, 20)[0], by_macros(),
                to_host(results, 20)[5]);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
