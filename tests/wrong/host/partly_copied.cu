// Wrong:  cudaMemcpy gets the number of elements, where it wants bytes.
// From:   the commonest slip in a first copy
// Kernel: twice
// Says:   though other elements have been written
// Fix:    write every element that the kernel reads: cudaMemcpy() and cudaMemset() count bytes, elements * sizeof(T)
// Mended: times sizeof(int).
#include "../program.cuh"

__global__ void twice(int* values) {
    values[threadIdx.x] *= 2;  // expect: uninitialised-read
}

int main() {
    const std::vector<int> values(32, 1);
    int* const device = device_array<int>(32);
#ifdef MENDED
    cudaMemcpy(device, values.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
#else
    cudaMemcpy(device, values.data(), 32, cudaMemcpyHostToDevice);
#endif
    twice<<<1, 32>>>(device);
    return judge(to_host(device, 32), std::vector<int>(32, 2));
}
// SPDX-License-Identifier: Apache-2.0
