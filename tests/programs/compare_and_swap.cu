// Loops of atomicCAS() that begin with a plain load, as the programming guide's atomicAdd() of doubles: a guess that is
// out of date costs a turn of the loop.
// Feature: atomics: loops of atomicCAS() whose first guess is a plain load
// Kernel: add_up
// Prints: sum 2080, greatest 64, owner 1
#include "../wrong/program.cuh"

__device__ double add(double* address, double value) {
    auto* const bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__device__ void raise(int* greatest, int value) {
    int now = *greatest;
    while (now < value) {
        const int found = atomicCAS(greatest, now, value);
        if (found == now) return;
        now = found;
    }
}

__global__ void add_up(double* sum, int* greatest, int* owner) {
    __shared__ int of_block;
    const int value = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) + 1;
    if (threadIdx.x == 0) of_block = 0;
    __syncthreads();
    raise(&of_block, value);
    __syncthreads();
    if (threadIdx.x == 0) raise(greatest, of_block);
    add(sum, value);
#ifdef WRONG
    if (threadIdx.x < 2 && (threadIdx.x ? *owner : atomicCAS(owner, 0, 1)) != 0) add(sum, 0);  // expect: race-global
#else
    if (threadIdx.x == 0) atomicCAS(owner, 0, 1);
#endif
}

int main() {
    double* const sum = to_device(std::vector<double>(1));
    int* const greatest = to_device(std::vector<int>(2));
    add_up<<<2, 32>>>(sum, greatest, greatest + 1);
    const std::vector<int> result = to_host(greatest, 2);
    std::printf("sum %g, greatest %d, owner %d\n", to_host(sum, 1)[0], result[0], result[1]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
