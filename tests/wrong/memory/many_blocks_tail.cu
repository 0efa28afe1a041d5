// Wrong:  no guard in the last of so many blocks that only a sample is checked.
// From:   our own; the commonest slip of all
// Budget: 65536
// Kernel: twice
// Says:   of 4,097 blocks checked in 1 of 1 launch
// Fix:    let a thread access the array only if its index is inside: if (i < n)
// Mended: the guard.
#include "../program.cuh"

__global__ void twice(int* values, unsigned count) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    if (i >= count) return;
#endif
    values[i] *= 2;  // expect: out-of-bounds
}

int main() {
    std::vector<int> values = numbers(4096 * 256 + 3);
    const auto count = static_cast<unsigned>(values.size());
    int* const doubled = to_device(values);
    twice<<<4097, 256>>>(doubled, count);
    for (int& value : values) value *= 2;
    return judge(to_host(doubled, count), values);
}
// SPDX-License-Identifier: Apache-2.0
