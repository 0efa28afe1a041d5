// Wrong:  the next partial sums are written over those that a bulk reduction may still be reading.
// From:   gradients that blocks add to one array by rows
// Kernel: add_rows
// Says:   may still be reading it
// Fix:    call cp_async_bulk_wait_group_read() in the thread that began the copy, then a barrier, before any thread
//         writes the source
// Mended: the thread that began the reduction waits until its source is read, then all meet.
#include "../tensor.cuh"

__global__ void add_rows(float* sums) {
    __shared__ alignas(16) float row[side];
    for (int round = 0; round < 2; ++round) {
        row[threadIdx.x] = round + 1;  // expect: race-shared
        ptx::fence_proxy_async();
        __syncthreads();
        if (threadIdx.x == 0) {
            ptx::cp_reduce_async_bulk(global, shared, ptx::op_add, sums, row, sizeof(row));  // expect: race-shared
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
    float* const sums = to_device(std::vector<float>(side, 0));
    add_rows<<<8, side>>>(sums);
    return judge(to_host(sums, side)[3], 24.0f);
}
// SPDX-License-Identifier: Apache-2.0
