// The block ends, and its shared memory with it, while a bulk copy may still be reading there.
// Kernel: fill
// Says: may still be reading its shared memory
// Fix:    call cp_async_bulk_commit_group(), then cp_async_bulk_wait_group_read(), in the thread that began the copy,
//         before it returns
#include <cuda/ptx>

#include "../program.cuh"

namespace ptx = cuda::ptx;
constexpr int tile = 64;

__global__ void fill(int* out) {
    __shared__ alignas(16) int buffer[tile];
    buffer[threadIdx.x] = static_cast<int>(threadIdx.x);
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, buffer, sizeof(buffer));  // expect: race-shared
        ptx::cp_async_bulk_commit_group();
#ifdef MENDED
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
#endif
    }
}

int main() {
    int* const out = device_array<int>(tile);
    fill<<<1, tile>>>(out);
    return judge(sum_of(to_host(out, tile)), tile * (tile - 1) / 2);
}
// SPDX-License-Identifier: Apache-2.0
