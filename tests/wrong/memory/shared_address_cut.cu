// Wrong:  PTX wants a 32-bit address of shared memory, and gets half of a generic address.
// From:   microbenchmarks, which cast the pointer
// Kernel: stage
// Says:   by half of the generic address of element
// Fix:    take the 32-bit address of shared memory from __cvta_generic_to_shared(pointer), not from a cast
// Mended: __cvta_generic_to_shared().
#include <cstdint>

#include "../program.cuh"

__global__ void stage(const int* in, int* out) {
    __shared__ int staged[32];
#ifdef MENDED
    const auto to = static_cast<unsigned>(__cvta_generic_to_shared(&staged[threadIdx.x]));
#else
    const auto to = static_cast<unsigned>(reinterpret_cast<uintptr_t>(&staged[threadIdx.x]));
#endif
    asm volatile("st.shared.s32 [%0], %1;" ::"r"(to), "r"(in[threadIdx.x]) : "memory");  // expect: out-of-bounds
    __syncthreads();
    out[threadIdx.x] = staged[31 - threadIdx.x];
}

int main() {
    const std::vector<int> in = numbers(32);
    int* const out = device_array<int>(32);
    stage<<<1, 32>>>(to_device(in), out);
    return judge(to_host(out, 32), std::vector<int>(in.rbegin(), in.rend()));
}
// SPDX-License-Identifier: Apache-2.0
