// Loops launch the same kernel again and again: to take its time, on memory that they fill again or allocate anew, and
// on memory that has changed. The first two loops end in time only where launches that change nothing need not run.
// Feature: launches: a thousand equal launches in a loop, each too large to be checked whole
// Kernel: relax
// Prints: loop 1
// Prints: loop 2
// Prints: right
#include <utility>

#include "../wrong/program.cuh"

const unsigned count = 1 << 17, threads = 256;

__device__ unsigned launches;

__global__ void relax(const float* from, float* to, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float value = from[i];
    for (int step = 0; step < 400; ++step) value = 0.5f * value + 1;
    to[i] = value + from[i];
}

__global__ void count_odd(const unsigned* from, unsigned* odd, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mixed = i < n ? from[i] : 0;
    for (int step = 0; step < 50; ++step) mixed = mixed * 5 + 2;
    if (i < n && mixed % 2 == 1) atomicAdd(odd, 1);
}

__global__ void step_up(const unsigned* from, unsigned* to, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i] + 1;
    if (i == 0) ++launches;
}

__global__ void point(float* to, float** places, unsigned n) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mixed = i;
    for (int step = 0; step < 100; ++step) mixed = mixed * 5 + 2;
    if (i < n) places[i] = to + (mixed == 0 ? 0 : i);
}

__global__ void say(unsigned loop) {
    if (blockIdx.x == 0 && threadIdx.x == 0) printf("loop %u\n", loop);
}

bool relaxed(const float* device, float from) {
    for (const float value : to_host(device, count))
        if (value != 2 + from) return false;
    return true;
}

int main() {
    const unsigned blocks = count / threads;
    bool right = true;

    float *from = device_array<float>(count), *to = device_array<float>(count);
    for (const float value : {4.0f, 8.0f}) {
        cudaMemcpy(from, std::vector<float>(count, value).data(), count * sizeof(float), cudaMemcpyHostToDevice);
        for (int i = 0; i < 500; ++i) relax<<<blocks, threads>>>(from, to, count);
        right = right && relaxed(to, value);
    }

    for (int i = 0; i < 200; ++i) {
        float *anew, **places, *last;
        cudaMalloc(&anew, count * sizeof(float));
        cudaMalloc(&places, count * sizeof(float*));
        relax<<<blocks, threads>>>(from, anew, count);
        point<<<blocks, threads>>>(anew, places, count);
        cudaMemcpy(&last, places + count - 1, sizeof(last), cudaMemcpyDeviceToHost);
        right = right && last == anew + count - 1 && relaxed(anew, 8);
        cudaFree(anew);
        cudaFree(places);
    }

    std::vector<unsigned> host(count);
    for (unsigned i = 0; i < count; ++i) host[i] = i;
    unsigned *numbers = to_device(host), *next = device_array<unsigned>(count), *odd = device_array<unsigned>(1);
    for (int i = 0; i < 20; ++i) {
        cudaMemset(odd, 0, sizeof(unsigned));
        count_odd<<<blocks, threads>>>(numbers, odd, count);
    }
    for (int i = 0; i < 5; ++i) count_odd<<<blocks, threads>>>(numbers, odd, count);
    right = right && to_host(odd, 1)[0] == 6 * count / 2;

    for (int i = 0; i < 30; ++i) {
        step_up<<<blocks, threads>>>(numbers, next, count);
        std::swap(numbers, next);
    }
    host = to_host(numbers, count);
    for (unsigned i = 0; i < count; ++i) right = right && host[i] == i + 30;
    for (int i = 0; i < 20; ++i) step_up<<<blocks, threads>>>(numbers, next, count);
    unsigned counted = 0;
    cudaMemcpyFromSymbol(&counted, launches, sizeof(counted));
    right = right && counted == 50;

    for (unsigned loop : {1u, 2u, 2u, 2u}) say<<<blocks, threads>>>(loop);
    right = right && cudaDeviceSynchronize() == cudaSuccess;
    std::printf("%s\n", right ? "right" : "wrong result");
    return right ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
