// Sums of products in half precision, in pairs, with conversions, comparisons, atomics and shuffles.
// Feature: numbers of 16 bits: half and bfloat16, their pairs, conversions, operators and intrinsics
// Feature: numbers of 16 bits: atomicAdd and shuffles of them
// Kernel: products
// Prints: rounded 2049 -> 2048, 2051 -> 2052, 1e-8 -> 0x0000, 70000 -> 0x7c00, 0.1 -> 0x2e66 0x3dcd
// Prints: dot 953.5 953.5 953.5, fma keeps 0x0010 where product and sum give 0x0000
// Prints: atomic 256 64, shuffled 31 0.5
// Prints: compared 1 0 1 ffff, toward zero 3 -2
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

__global__ void details(unsigned short* bits, float* numbers, __half* counter, __half2* counters) {
    if (threadIdx.x == 0) {
        bits[0] = __half_as_ushort(__float2half(1e-8f));
        bits[1] = __half_as_ushort(__float2half(70000.0f));
        bits[2] = __half_as_ushort(__float2half_rn(0.1f));
        bits[3] = __bfloat16_as_ushort(__float2bfloat16(0.1f));
        numbers[0] = __half2float(__int2half_rn(2049));
        numbers[1] = static_cast<float>(__half(2051));
        // (1 + 2^-10) * (1 - 2^-10) is 1 - 2^-20, which one rounding keeps and two lose
        const __half above = __ushort_as_half(0x3c01), below = __ushort_as_half(0x3bfe);
        bits[4] = __half_as_ushort(__hneg(__hfma(above, below, __float2half(-1.0f))));
        // nvcc makes the operators one fused multiply-add; these are two roundings everywhere.
        bits[5] = __half_as_ushort(__hsub_rn(__hmul_rn(above, below), __float2half(1.0f)));
        const __half nan = __float2half(__int_as_float(0x7fffffff)), one = __half(1.0f);
        numbers[2] = __hltu(nan, one);
        numbers[3] = nan < one;
        numbers[4] = static_cast<float>(__hmax(nan, one));
        bits[6] = __hgt2_mask(__floats2half2_rn(1, 3), __floats2half2_rn(2, 2)) >> 16;
        numbers[5] = __half2int_rz(__float2half(3.9f));
        numbers[6] = __bfloat162int_rz(__float2bfloat16(-2.9f));
    }
    atomicAdd(counter, __float2half(8.0f));
    atomicAdd(counters, __floats2half2_rn(1.0f, 2.0f));
    const __nv_bfloat162 pair = __shfl_sync(0xffffffffu, __floats2bfloat162_rn(threadIdx.x, 0.5f), 31);
    if (threadIdx.x == 1) numbers[7] = __low2float(pair), numbers[8] = __high2float(pair);
}

int main() {
    constexpr int count = 128;
    __half2 *a, *b, *counters;
    __half *dots, *counter;
    unsigned short* bits;
    float* numbers;
    cudaMallocManaged(&a, count * sizeof(__half2));
    cudaMallocManaged(&b, count * sizeof(__half2));
    cudaMallocManaged(&dots, 2 * sizeof(__half));
    cudaMallocManaged(&counter, sizeof(__half));
    cudaMallocManaged(&counters, sizeof(__half2));
    cudaMallocManaged(&bits, 8 * sizeof(unsigned short));
    cudaMallocManaged(&numbers, 16 * sizeof(float));
    for (int i = 0; i < count; ++i) {
        a[i] = __floats2half2_rn(i % 8, 1.0f);
        b[i] = __floats2half2_rn(i % 5, 0.5f * (i % 3));
    }
    *counter = 0.0f;
    *counters = __half2(0.0f, 0.0f);
    products<<<1, 32>>>(a, b, dots, count);
    details<<<1, 32>>>(bits, numbers, counter, counters);
    cudaDeviceSynchronize();
    std::printf("rounded 2049 -> %g, 2051 -> %g, 1e-8 -> 0x%04x, 70000 -> 0x%04x, 0.1 -> 0x%04x 0x%04x\n", numbers[0],
                numbers[1], bits[0], bits[1], bits[2], bits[3]);
    float expected = 0;
    for (int i = 0; i < count; ++i) expected += (i % 8) * (i % 5) + 0.5f * (i % 3);
    std::printf("dot %g %g %g, fma keeps 0x%04x where product and sum give 0x%04x\n", __half2float(dots[0]),
                __half2float(dots[1]), expected, bits[4], bits[5]);
    std::printf("atomic %g %g, shuffled %g %g\n", __half2float(*counter), __high2float(*counters), numbers[7],
                numbers[8]);
    std::printf("compared %g %g %g %04x, toward zero %g %g\n", numbers[2], numbers[3], numbers[4], bits[6], numbers[5],
                numbers[6]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
