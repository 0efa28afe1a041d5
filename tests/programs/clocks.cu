// Loops that wait for a clock, and addresses in their own spaces.
// Feature: clocks: clock, clock64 and %globaltimer ascend, but measure nothing
// Feature: address spaces: __isShared ..., __cvta_generic_to_shared and back
// Kernel: wait_and_look
// Prints: right
#include <cuda_runtime.h>

#include <cstdio>

__constant__ int fixed = 1;
__device__ int global;

__global__ void wait_and_look(int* right) {
    __shared__ int shared[4];
    int local = 5;
    const long long begin = clock64();
    const clock_t begin32 = clock();
    while (clock64() - begin < 20000) {
    }
    *right = clock64() > begin && clock() != begin32;
    __nanosleep(100);
    *right &= __isShared(shared) && __isGlobal(&global) && __isConstant(&fixed) && __isLocal(&local);
    *right &= !__isShared(&global) && !__isGlobal(shared);
    const std::size_t address = __cvta_generic_to_shared(&shared[2]);
    shared[2] = local;
    *right &= *static_cast<int*>(__cvta_shared_to_generic(address)) == 5 && address < (1u << 28);
#ifdef WRONG
    if (*right) __trap();  // expect: assertion
#endif
}

int main() {
    int* right;
    cudaMallocManaged(&right, sizeof(int));
    wait_and_look<<<1, 1>>>(right);
    const cudaError_t error = cudaDeviceSynchronize();
    std::printf("%s\n", error != cudaSuccess ? cudaGetErrorName(error) : *right ? "right" : "wrong result");
    return error != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
