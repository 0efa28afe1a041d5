// Numbers drawn in kernels: CURAND's bits for a seed, a sequence and an offset, and an estimate of pi.
// Feature: random numbers: curand_kernel.h with XORWOW and Philox (curand_init, curand, uniform, normal, skipahead)
// Kernel: estimate
// Prints: bits 603083326 1628130530 395769727, 274435026 3192004147 196032877
// Prints: numbers 0.0562944 0.555024812 1.6954 -0.6057, 0.5206699 1.7062
// Prints: pi 3.1
#include <cuda_runtime.h>
#include <curand_kernel.h>

#include <cmath>
#include <cstdio>

static_assert(CURAND_STATUS_SUCCESS == 0, "curand_kernel.h brings curand.h");

__global__ void draw(unsigned* bits, double* numbers) {
    curandState state;
    curand_init(1234, 6, 0, &state);  // from which the next sequence is one step
    curand_init(1234, 7, 123456789, &state);
    for (int i = 0; i < 3; ++i) bits[i] = curand(&state);
    numbers[0] = curand_uniform(&state);
    numbers[1] = curand_uniform_double(&state);
    numbers[2] = curand_normal(&state);
    numbers[3] = curand_normal(&state);
    curandStatePhilox4_32_10_t philox;
    curand_init(1234, 7, 123456789, &philox);
    for (int i = 3; i < 6; ++i) bits[i] = curand(&philox);
    numbers[4] = curand_uniform(&philox);
    numbers[5] = curand_normal4(&philox).w;
}

__global__ void estimate(curandState* states, unsigned* inside, int draws) {
#ifdef WRONG
    curandState* const mine = &states[threadIdx.x];  // blocks share them
#else
    curandState* const mine = &states[blockIdx.x * blockDim.x + threadIdx.x];
#endif
    curand_init(42, blockIdx.x * blockDim.x + threadIdx.x, 0, mine);  // may be: race-global
    unsigned count = 0;
    for (int i = 0; i < draws; ++i) {
        const float x = curand_uniform(mine), y = curand_uniform(mine);  // expect: race-global
        count += x * x + y * y <= 1;
    }
    atomicAdd(inside, count);
}

int main() {
    constexpr int blocks = 4, threads = 32, draws = 200;
    unsigned *bits, *inside;
    double* numbers;
    curandState* states;
    cudaMallocManaged(&bits, 6 * sizeof(unsigned));
    cudaMallocManaged(&numbers, 6 * sizeof(double));
    cudaMallocManaged(&inside, sizeof(unsigned));
    cudaMalloc(&states, blocks * threads * sizeof(curandState));
    *inside = 0;
    draw<<<1, 1>>>(bits, numbers);
    estimate<<<blocks, threads>>>(states, inside, draws);
    cudaDeviceSynchronize();
    std::printf("bits %u %u %u, %u %u %u\n", bits[0], bits[1], bits[2], bits[3], bits[4], bits[5]);
    std::printf("numbers %.7f %.9f %.4f %.4f, %.7f %.4f\n", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                numbers[5]);
    std::printf("pi %.2f\n", 4.0 * *inside / (blocks * threads * draws));
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
