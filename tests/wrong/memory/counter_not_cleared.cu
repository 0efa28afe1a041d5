// Wrong:  threads count into memory that was not cleared.
// From:   gradients and sums that many programs add up by atomicAdd into fresh memory
// Kernel: count_odd
// Says:   which was never written
// Fix:    write the memory before the kernel reads it, for instance with cudaMemset
// Mended: the counter is cleared.
#include "../program.cuh"

__global__ void count_odd(const int* values, int* odd, int n) {
    const int i = static_cast<int>(threadIdx.x);
    if (i < n && values[i] % 2 != 0) atomicAdd(odd, 1);  // expect: uninitialised-read
}

int main() {
    const std::vector<int> values = numbers(70);
    int *const in = to_device(values), *const odd = device_array<int>(1);
#ifdef MENDED
    cudaMemset(odd, 0, sizeof(int));
#endif
    count_odd<<<1, 96>>>(in, odd, 70);
    return judge(to_host(odd, 1)[0], 30);
}
// SPDX-License-Identifier: Apache-2.0
