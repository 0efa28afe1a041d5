// Pi by random points in a square: a generator for each thread, and a sum for each block.
// Feature: whole programs: Monte Carlo with generators kept in device memory
// Kernel: count_inside
// Prints: pi is about 3.1
#include <curand_kernel.h>

#include <cstdio>
#include <cstdlib>

__global__ void set_up(curandState* states, unsigned long long seed, int n) {
    const int id = threadIdx.x + blockIdx.x * blockDim.x;
    if (id < n) curand_init(seed, id, 0, &states[id]);
}

__global__ void count_inside(curandState* states, unsigned* counts, int samples) {
    extern __shared__ unsigned inside[];
    const int id = threadIdx.x + blockIdx.x * blockDim.x;
    curandState own = states[id];  // expect: uninitialised-read
    unsigned count = 0;
    for (int i = 0; i < samples; i++) {
        const float x = curand_uniform(&own), y = curand_uniform(&own);
        if (x * x + y * y <= 1.0f) count++;
    }
    states[id] = own;
    inside[threadIdx.x] = count;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i) inside[threadIdx.x] += inside[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0) counts[blockIdx.x] = inside[0];
}

int main() {
    const int blocks = 4, threads = 64, samples = 200;
    curandState* states;
    unsigned *counts, *host = (unsigned*)malloc(blocks * sizeof(unsigned));
    cudaMalloc(&states, blocks * threads * sizeof(curandState));
    cudaMalloc(&counts, blocks * sizeof(unsigned));
#ifdef WRONG
    set_up<<<1, threads>>>(states, 1234ULL, threads);
#else
    set_up<<<blocks, threads>>>(states, 1234ULL, blocks * threads);
#endif
    count_inside<<<blocks, threads, threads * sizeof(unsigned)>>>(states, counts, samples);
    cudaMemcpy(host, counts, blocks * sizeof(unsigned), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < blocks; i++) sum += host[i];
    const double pi = 4 * sum / ((double)blocks * threads * samples);
    printf("pi is about %.1f\n", pi);
    cudaFree(states);
    cudaFree(counts);
    free(host);
    return pi < 3.0 || pi > 3.3;
}
// SPDX-License-Identifier: Apache-2.0
