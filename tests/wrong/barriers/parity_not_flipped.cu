// Wrong:  each step waits for the same parity, so that the second wait is for a phase that never ends.
// From:   kernels that a bulk copy feeds, and that forget to flip the parity
// Kernel: pass_through
// Fix:    let each wait for the barrier have the parity of its phase: 0 for the first, 1 for the second, and so on;
//         and let no phase end before all have waited for the one before
// Mended: the parity flips.
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 32, tiles = 3;

__global__ void pass_through(const int* in, int* out) {
    __shared__ alignas(16) int buffer[tile];
    __shared__ uint64_t full;
    if (threadIdx.x == 0) ptx::mbarrier_init(&full, 1);
    __syncthreads();
    for (int i = 0; i < tiles; ++i) {
        if (threadIdx.x == 0) {
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(buffer));
            ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in + i * tile, sizeof(buffer), &full);
        }
        __syncwarp();
#ifdef MENDED
        const unsigned parity = i % 2;
#else
        const unsigned parity = 0;
#endif
        while (!ptx::mbarrier_try_wait_parity(&full, parity)) {  // expect: deadlock
        }
        out[i * tile + static_cast<int>(threadIdx.x)] = buffer[threadIdx.x];
        __syncthreads();
    }
}

int main() {
    const std::vector<int> in = numbers(tile * tiles);
    int* const out = device_array<int>(in.size());
    pass_through<<<1, tile>>>(to_device(in), out);
    return judge(to_host(out, in.size()), in);
}
// SPDX-License-Identifier: Apache-2.0
