// Wrong:  one lane tells that its warp has read a buffer, while the other lanes may still read it.
// From:   warps that a bulk copy feeds, and whose first lane arrives for all
// Kernel: pass_through
// Orders: 10
// Fix:    call __syncwarp() before thread 32 arrives at the barrier: it arrives for its whole warp
// Mended: __syncwarp() before the arrival.
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 32, tiles = 4;

__global__ void pass_through(const int* in, int* out) {
    __shared__ alignas(16) int buffer[tile];
    __shared__ uint64_t full, empty;
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&full, 1);
        ptx::mbarrier_init(&empty, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 0; i < tiles; ++i) {
            if (i != 0)
                while (!ptx::mbarrier_try_wait_parity(&empty, (i - 1) % 2)) {
                }
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof(buffer));
            ptx::cp_async_bulk(ptx::space_shared, ptx::space_global, buffer, in + i * tile,  // may be: race-shared
                               sizeof(buffer), &full);
        }
    } else if (threadIdx.x >= tile) {
        const int lane = static_cast<int>(threadIdx.x) - tile;
        for (int i = 0; i < tiles; ++i) {
            while (!ptx::mbarrier_try_wait_parity(&full, i % 2)) {
            }
            out[i * tile + lane] = buffer[lane];  // expect: race-shared
#ifdef MENDED
            __syncwarp();
#endif
            if (lane == 0) ptx::mbarrier_arrive(&empty);
        }
    }
}

int main() {
    const std::vector<int> in = numbers(tile * tiles);
    int* const out = device_array<int>(in.size());
    pass_through<<<1, 2 * tile>>>(to_device(in), out);
    return judge(to_host(out, in.size()), in);
}
// SPDX-License-Identifier: Apache-2.0
