// Wrong:  two lines add to elements that other threads add to as well. It is one finding.
// From:   molecular dynamics, where each pair of particles adds two terms to a force
// Kernel: pull
// Says:   1 finding
// Fix:    make the read and the write one atomic operation, at line 18 and line 19: atomicAdd(), atomicMax(),
//         atomicCAS(), ...; or protect both by a lock, and call __threadfence() after taking it and before releasing it
// Mended: atomicAdd() on both lines.
#include "../program.cuh"

__global__ void pull(const int* at, int* forces, int count) {
    const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    for (int j = 0; j < i; ++j) {
        const int apart = at[i] - at[j];
#ifdef MENDED
        atomicAdd(&forces[j], apart);
        atomicAdd(&forces[j], count / apart);
#else
        forces[j] += apart;          // expect: race-global
        forces[j] += count / apart;  // expect: race-global
#endif
    }
}

int main() {
    constexpr int count = 48;
    std::vector<int> at(count), expected(count);
    for (int i = 0; i < count; ++i) at[i] = 2 * i;
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < i; ++j) expected[j] += at[i] - at[j] + count / (at[i] - at[j]);
    int* const forces = to_device(std::vector<int>(count));
    pull<<<3, count / 3>>>(to_device(at), forces, count);
    return judge(to_host(forces, count), expected);
}
// SPDX-License-Identifier: Apache-2.0
