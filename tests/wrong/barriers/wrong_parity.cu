// Wrong:  the first wait is for the parity of a phase before the first one, which counts as over.
// From:   kernels that a bulk copy feeds, whose consumers begin with the parity of the producers
// Kernel: pass_through
// Orders: 10
// Fix:    wait for the other parity at line 29: it is 0 for a barrier's first phase, 1 for the second, and so on
// Mended: consumers begin with parity 0.
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 32;

__global__ void pass_through(const int* in, int* out) {
    __shared__ alignas(16) int buffer[tile];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
    __syncthreads();
    if (threadIdx.x == tile) {
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(buffer));
        ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in, sizeof(buffer),  // may be: race-shared
                           &full);
    } else if (threadIdx.x < tile) {
#ifdef MENDED
        const unsigned parity = 0;
#else
        const unsigned parity = 1;
#endif
        while (!ptx::mbarrier_try_wait_parity(&full, parity)) {
        }
        out[threadIdx.x] = buffer[threadIdx.x];  // expect: race-shared
    }
}

int main() {
    const std::vector<int> in = numbers(tile);
    int* const out = device_array<int>(in.size());
    pass_through<<<1, 2 * tile>>>(to_device(in), out);
    return judge(to_host(out, in.size()), in);
}
// SPDX-License-Identifier: Apache-2.0
