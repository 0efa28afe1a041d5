// Sums of products in half precision, in pairs, with atomics and shuffles.
// Feature: numbers of 16 bits: half and bfloat16, their pairs, conversions, operators and intrinsics
// Feature: numbers of 16 bits: atomicAdd and shuffles of them
// Kernel: products
// Prints: dot 953.5 953.5 953.5
// Prints: atomic 256 64, shuffled 31 0.5
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void products(const __half2* a, const __half2* b, __half* dots, int count) {
    __shared__ __half2 partial[32];
    __half2 sum = __float2half2_rn(0.0f);
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum = __hfma2(a[i], b[i], sum);
    partial[threadIdx.x] = sum;
    for (int step = 16; step > 0; step /= 2) {
#ifndef WRONG
        __syncwarp();
#endif
        if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];  // expect: race-shared
    }
    __syncwarp();
    if (threadIdx.x == 0) dots[0] = __low2half(partial[0]) + __high2half(partial[0]);  // may be: race-shared
    __half total = sum.x + sum.y;
    for (int step = 16; step > 0; step /= 2) total = __hadd(total, __shfl_xor_sync(0xffffffffu, total, step));
    if (threadIdx.x == 0) dots[1] = total;
}

__global__ void others(float* numbers, __half* counter, __half2* counters) {
    atomicAdd(counter, __float2half(8.0f));
    atomicAdd(counters, __floats2half2_rn(1.0f, 2.0f));
    const __nv_bfloat162 pair = __shfl_sync(0xffffffffu, __floats2bfloat162_rn(threadIdx.x, 0.5f), 31);
    if (threadIdx.x == 1) numbers[0] = __low2float(pair), numbers[1] = __high2float(pair);
}

int main() {
    constexpr int count = 128;
    __half2 *a, *b, *counters;
    __half *dots, *counter;
    float* numbers;
    cudaMallocManaged(&a, count * sizeof(__half2));
    cudaMallocManaged(&b, count * sizeof(__half2));
    cudaMallocManaged(&dots, 2 * sizeof(__half));
    cudaMallocManaged(&counter, sizeof(__half));
    cudaMallocManaged(&counters, sizeof(__half2));
    cudaMallocManaged(&numbers, 2 * sizeof(float));
    for (int i = 0; i < count; ++i) {
        a[i] = __floats2half2_rn(i % 8, 1.0f);
        b[i] = __floats2half2_rn(i % 5, 0.5f * (i % 3));
    }
    *counter = 0.0f;
    *counters = __half2(0.0f, 0.0f);
    products<<<1, 32>>>(a, b, dots, count);
    others<<<1, 32>>>(numbers, counter, counters);
    cudaDeviceSynchronize();
    float expected = 0;
    for (int i = 0; i < count; ++i) expected += (i % 8) * (i % 5) + 0.5f * (i % 3);
    std::printf("dot %g %g %g\n", __half2float(dots[0]), __half2float(dots[1]), expected);
    std::printf("atomic %g %g, shuffled %g %g\n", __half2float(*counter), __high2float(*counters), numbers[0],
                numbers[1]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
