// Wrong:  the index leaves out the block, so that all blocks double the same elements.
// From:   a kernel for one block, launched with several
// Kernel: twice
// Fix:    give each thread of the grid an element of its own: the index leaves out the block, as in blockIdx.x *
//         blockDim.x + threadIdx.x
// Mended: blockIdx.x * blockDim.x + threadIdx.x.
#include "../program.cuh"

__global__ void twice(int* values) {
#ifdef MENDED
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#else
    const unsigned i = threadIdx.x;
#endif
    values[i] *= 2;  // expect: race-global
}

int main() {
    std::vector<int> values = numbers(128);
    int* const doubled = to_device(values);
    twice<<<4, 32>>>(doubled);
    for (int& value : values) value *= 2;
    return judge(to_host(doubled, values.size()), values);
}
// SPDX-License-Identifier: Apache-2.0
