// Wrong:  thread 0 looks for its left neighbour in front of a shared array: there another one ends.
// From:   scans of the flags of a block
// Kernel: differences
// Says:   4 bytes before the shared array values (240 bytes)
// Fix:    let a thread access the array only if its index is inside: if (0 <= i && i < n); a remainder i % n is below
//         zero where i is: (i % n + n) % n is not
// Mended: thread 0 has no left neighbour.
#include "../program.cuh"

template <int Threads>
__global__ void differences(const int* in, int* out) {
    __shared__ int firsts[2], values[Threads];
    const int* const own = values + threadIdx.x;
    if (threadIdx.x < 2) firsts[threadIdx.x] = in[0];
    values[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
#ifdef MENDED
    const int left = threadIdx.x == 0 ? firsts[1] : own[-1];
#else
    const int left = own[-1];  // expect: out-of-bounds
#endif
    out[threadIdx.x] = *own - left;
}

int main() {
    int* const out = device_array<int>(60);
    differences<60><<<1, 60>>>(to_device(numbers(60)), out);
    return judge(sum_of(to_host(out, 60)), 59 % 7);
}
// SPDX-License-Identifier: Apache-2.0
