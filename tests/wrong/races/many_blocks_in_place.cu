// Wrong:  a shift in place, by so many blocks that only a sample is checked: threads read what their neighbours write.
// From:   our own; the slip of a first stencil
// Budget: 65536
// Kernel: shift
// Says:   of 4,096 blocks checked in 1 of 1 launch
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Mended: the result goes to another array.
#include "../program.cuh"

__global__ void shift(const int* from, int* to, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < count) to[i] = from[i + 1];  // expect: race-global
}

int main() {
    const unsigned count = 4096 * 256;
    std::vector<int> values = numbers(count);
    int* const from = to_device(values);
#ifdef MENDED
    int* const to = to_device(values);
#else
    int* const to = from;
#endif
    shift<<<count / 256, 256>>>(from, to, count);
    const std::vector<int> shifted = to_host(to, count);
    values.push_back(values.back());
    values.erase(values.begin());
    return judge(shifted, values);
}
// SPDX-License-Identifier: Apache-2.0
