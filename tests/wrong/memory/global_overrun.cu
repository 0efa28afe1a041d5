// Wrong:  the grid is rounded up to whole blocks and no thread checks whether it has an element.
// From:   every first kernel
// Kernel: add_one
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: `if (i < count)`.
#include "../program.cuh"

__global__ void add_one(int* values, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    if (i >= count) return;
#endif
    values[i] += 1;  // expect: out-of-bounds
    (void)count;
}

int main() {
    constexpr unsigned count = 1000;
    std::vector<int> values = numbers(count);
    int* const array = to_device(values);
    add_one<<<(count + 255) / 256, 256>>>(array, count);
    for (int& value : values) ++value;
    return judge(to_host(array, count), values);
}
// SPDX-License-Identifier: Apache-2.0
