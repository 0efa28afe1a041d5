// Wrong:  an unsigned distance below zero is added to a pointer into shared memory. GPUs, whose shared addresses have
// 32
//         bits, happen to find the neighbour; by C++ the address is 16 GiB away.
// From:   scans that step backwards by unsigned offsets
// Kernel: differences
// Says:   On a GPU, whose shared addresses have 32 bits, this access may reach element
// Fix:    make the index signed, or add before you subtract, so that the index does not wrap
// Mended: the distance is signed.
#include "../program.cuh"

__global__ void differences(const int* in, int* out) {
    __shared__ int values[64];
#ifdef MENDED
    const int back = -1;
#else
    const unsigned back = -1;
#endif
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const int* const own = values + threadIdx.x;
    out[threadIdx.x] = threadIdx.x == 0 ? *own : *own - own[back];  // expect: out-of-bounds
}

int main() {
    const int* const in = to_device(numbers(64));
    int* const out = device_array<int>(64);
    differences<<<1, 64>>>(in, out);
    return judge(sum_of(to_host(out, 64)), 63 % 7);
}
// SPDX-License-Identifier: Apache-2.0
