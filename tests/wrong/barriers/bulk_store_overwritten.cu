// The buffer that a bulk copy reads is written again before the copy has been waited for.
// Kernel: count_up
// Says: may still be reading it
// Fix:    call cp_async_bulk_wait_group_read() in the thread that began the copy, then a barrier, before any thread
//         writes the source
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 64, tiles = 3;

__global__ void count_up(int* out) {
    __shared__ alignas(16) int buffer[tile];
    for (int i = 0; i < tiles; ++i) {
        buffer[threadIdx.x] = i * tile + static_cast<int>(threadIdx.x);  // expect: race-shared
        ptx::fence_proxy_async(ptx::space_shared);
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + i * tile, buffer, sizeof(buffer));
            ptx::cp_async_bulk_commit_group();
#ifdef MENDED
            ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
#endif
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    int* const out = device_array<int>(tile * tiles);
    count_up<<<1, tile>>>(out);
    return judge(sum_of(to_host(out, tile * tiles)), tile * tiles * (tile * tiles - 1) / 2);
}
// SPDX-License-Identifier: Apache-2.0
