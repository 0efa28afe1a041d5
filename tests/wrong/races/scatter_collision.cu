// Wrong:  several elements are scattered to one place and added there without an atomic operation.
// From:   sources/001 (lecture), scatter: "can be implemented in CUDA using atomics [...] do we have write collisions?"
// Kernel: scatter_add
// Fix:    make the read and the write one atomic operation, at line 14: atomicAdd(), atomicMax(), atomicCAS(), ...; or
//         protect both by a lock, and call __threadfence() after taking it and before releasing it
// Mended: atomicAdd.
#include "../program.cuh"

__global__ void scatter_add(const int* values, const int* places, int* sums) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MENDED
    atomicAdd(&sums[places[i]], values[i]);
#else
    sums[places[i]] += values[i];  // expect: race-global
#endif
}

int main() {
    constexpr unsigned count = 128, places_count = 50;
    const std::vector<int> values = numbers(count);
    std::vector<int> places(count), expected(places_count);
    for (unsigned i = 0; i < count; ++i) {
        places[i] = static_cast<int>(i * 17 % places_count);
        expected[places[i]] += values[i];
    }
    int* const sums = to_device(std::vector<int>(places_count));
    scatter_add<<<2, 64>>>(to_device(values), to_device(places), sums);
    return judge(to_host(sums, places_count), expected);
}
// SPDX-License-Identifier: Apache-2.0
