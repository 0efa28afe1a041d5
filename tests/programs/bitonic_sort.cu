// Bitonic sort of pairs in shared memory, a block for each array of a batch.
// Feature: whole programs: bitonic sort of keys and values in shared memory
// Kernel: sort
// Prints: 3 arrays of 512 pairs: sorted
#include <stdio.h>
#include <stdlib.h>

#define LENGTH 512U

typedef unsigned int uint;

__device__ inline void compare(uint& key_a, uint& value_a, uint& key_b, uint& value_b, uint direction) {
    if ((key_a > key_b) == direction) {  // expect: race-shared
        uint t = key_a;
        key_a = key_b, key_b = t;        // may be: race-shared
        t = value_a;                     // may be: race-shared
        value_a = value_b, value_b = t;  // may be: race-shared
    }
}

__global__ void sort(uint* keys, uint* values, uint direction) {
    __shared__ uint key[LENGTH], value[LENGTH];
    keys += blockIdx.x * LENGTH;
    values += blockIdx.x * LENGTH;
    for (uint i = threadIdx.x; i < LENGTH; i += blockDim.x)
        key[i] = keys[i], value[i] = values[i];  // may be: race-shared
    for (uint size = 2; size <= LENGTH; size <<= 1) {
        const uint ascending = direction ^ ((threadIdx.x & (size / 2)) != 0 && size < LENGTH);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
#ifdef WRONG
            if (stride > 16) __syncthreads();  // a warp needs no barrier, it was once said
#else
            __syncthreads();
#endif
            const uint at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            compare(key[at], value[at], key[at + stride], value[at + stride], ascending);
        }
    }
    __syncthreads();
    for (uint i = threadIdx.x; i < LENGTH; i += blockDim.x)
        keys[i] = key[i], values[i] = value[i];  // may be: race-shared
}

int main(void) {
    const uint arrays = 3, n = arrays * LENGTH;
    uint *keys = (uint*)malloc(n * sizeof(uint)), *values = (uint*)malloc(n * sizeof(uint)), *d_keys, *d_values;
    srand(2001);
    for (uint i = 0; i < n; i++) keys[i] = rand() % 1000, values[i] = 7 * keys[i];
    cudaMalloc((void**)&d_keys, n * sizeof(uint));
    cudaMalloc((void**)&d_values, n * sizeof(uint));
    cudaMemcpy(d_keys, keys, n * sizeof(uint), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values, n * sizeof(uint), cudaMemcpyHostToDevice);
    sort<<<arrays, LENGTH / 2>>>(d_keys, d_values, 1);
    cudaMemcpy(keys, d_keys, n * sizeof(uint), cudaMemcpyDeviceToHost);
    cudaMemcpy(values, d_values, n * sizeof(uint), cudaMemcpyDeviceToHost);
    int sorted = 1;
    for (uint i = 0; i < n; i++) {
        if (i % LENGTH != 0 && keys[i - 1] > keys[i]) sorted = 0;
        if (values[i] != 7 * keys[i]) sorted = 0;
    }
    printf("%u arrays of %u pairs: %s\n", arrays, LENGTH, sorted ? "sorted" : "not sorted");
    free(keys);
    free(values);
    cudaFree(d_keys);
    cudaFree(d_values);
    return !sorted;
}
// SPDX-License-Identifier: Apache-2.0
