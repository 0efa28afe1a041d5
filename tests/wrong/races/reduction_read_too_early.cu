// Wrong:  each block adds its row to one sum by a bulk reduction and counts itself; the last one reads the sum. Blocks
//         count themselves when their reductions have read their sources, not when they are done.
// From:   a split-k product whose last block finishes the sum
// Kernel: add_and_read
// Fix:    call cp_async_bulk_wait_group(), not its _read form, in the thread that began the copy, before it lets
//         other threads use the data
// Mended: they wait for the whole reduction before they count.
#include "../tensor.cuh"

__global__ void add_and_read(float* sums, unsigned* arrived, float* result) {
    __shared__ alignas(16) float row[side];
    __shared__ bool is_last;
    row[threadIdx.x] = 1;
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk(global, shared, ptx::op_add, sums, row, sizeof(row));  // expect: race-global
        ptx::cp_async_bulk_commit_group();
#ifdef MENDED
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
#endif
        __threadfence();
        is_last = atomicAdd(arrived, 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (is_last) result[threadIdx.x] = sums[threadIdx.x];  // expect: race-global
    if (threadIdx.x == 0) ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    float *const sums = to_device(std::vector<float>(side, 0)), *const result = device_array<float>(side);
    add_and_read<<<8, side>>>(sums, to_device(std::vector<unsigned>{0}), result);
    return judge(to_host(result, side)[9], 8.0f);
}
// SPDX-License-Identifier: Apache-2.0
