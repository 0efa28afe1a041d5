// Wrong:  the launch forgets the bytes of shared memory: the array has none.
// From:   a first kernel with dynamic shared memory
// Kernel: reverse_block
// Says:   dynamic shared memory, of which the launch gives none
// Fix:    launch with more dynamic shared memory: <<<>>> takes bytes, elements * sizeof(T); or let a thread access the
//         memory only if its index is inside: if (i < n)
// Mended: blockDim.x * sizeof(int) bytes.
#include "../program.cuh"

__global__ void reverse_block(const int* input, int* output) {
    extern __shared__ int tile[];
    const unsigned t = threadIdx.x;
    tile[t] = input[t];  // expect: out-of-bounds
    __syncthreads();
    output[t] = tile[blockDim.x - 1 - t];
}

int main() {
    const std::vector<int> values = numbers(128);
    int* const output = device_array<int>(128);
#ifdef MENDED
    reverse_block<<<1, 128, 128 * sizeof(int)>>>(to_device(values), output);
#else
    reverse_block<<<1, 128>>>(to_device(values), output);
#endif
    return judge(to_host(output, 128), std::vector<int>(values.rbegin(), values.rend()));
}
// SPDX-License-Identifier: Apache-2.0
