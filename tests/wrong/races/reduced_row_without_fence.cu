// Wrong:  a row that threads have written is added to global memory by a bulk reduction, without a proxy fence between.
// From:   an epilogue that was changed from atomicAdd()
// Kernel: add_row
// Says:   without a proxy fence between
// Fix:    call fence_proxy_async() (fence.proxy.async) in every thread that writes, before the barrier that
//         precedes the copy
// Mended: each thread fences.
#include "../tensor.cuh"

__global__ void add_row(int* sums) {
    __shared__ alignas(16) int row[side];
    row[threadIdx.x] = threadIdx.x;  // may be: race-shared
#ifdef MENDED
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
    __syncthreads();
    if (threadIdx.x != 0) return;
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], %2;"  // expect: race-shared
                 ::"l"(sums),
                 "r"((unsigned)__cvta_generic_to_shared(row)), "r"((unsigned)sizeof(row))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
    int* const sums = to_device(std::vector<int>(side, 0));
    add_row<<<4, side>>>(sums);
    return judge(to_host(sums, side)[5], 20);
}
// SPDX-License-Identifier: Apache-2.0
