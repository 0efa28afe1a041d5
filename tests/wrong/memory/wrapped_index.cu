// Wrong:  the first thread's unsigned index is one below zero, in an array, by a pointer into shared memory, and in
//         global memory.
// From:   differences of neighbours whose first thread has no guard
// Kernel: differences
// Says:   by an unsigned index that wrapped below zero, 4 bytes before the shared array copies
// Says:   by an unsigned index that wrapped below zero, 4 bytes before in,
// Says:   uses index 4294967295 of an array of type 'int [64]'
// Fix:    make the index signed, or add before you subtract, so that the index does not wrap
// Mended: the first thread has no neighbour.
#include "../program.cuh"

__global__ void differences(const int* in, int* out, int way) {
    __shared__ int values[64], copies[64];
    values[threadIdx.x] = copies[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const int* const pointer = copies;
    const unsigned before = threadIdx.x - 1;
    int difference = values[threadIdx.x];
#ifdef MENDED
    if (threadIdx.x == 0) way = 3;
#endif
    if (way == 0) difference -= values[before];   // expect: out-of-bounds
    if (way == 1) difference -= pointer[before];  // expect: out-of-bounds
    if (way == 2) difference -= in[before];       // expect: out-of-bounds
    out[threadIdx.x] = difference;
}

int main() {
    const std::vector<int> values = numbers(64);
    int* in = nullptr;
    cudaMalloc(&in, 64 * sizeof(int));
    cudaMemcpy(in, values.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
    int* const out = device_array<int>(64);
    cudaMemset(out, 0, 64 * sizeof(int));
    for (int way = 0; way < 3; ++way) differences<<<1, 64>>>(in, out, way);
    return judge(sum_of(to_host(out, 64)), values.back());
}
// SPDX-License-Identifier: Apache-2.0
