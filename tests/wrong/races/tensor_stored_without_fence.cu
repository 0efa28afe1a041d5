// Wrong:  a tile that threads have written is stored by a tensor copy, without a proxy fence between.
// From:   an epilogue
// Kernel: put
// Says:   without a proxy fence between
// Fix:    call fence_proxy_async() (fence.proxy.async) in every thread that writes, before the barrier that
//         precedes the copy
// Mended: each thread fences.
#include "../tensor.cuh"

__global__ void put(const __grid_constant__ CUtensorMap map) {
    alignas(128) __shared__ float tile[side * side];
    for (int i = threadIdx.x; i < side * side; i += blockDim.x) tile[i] = 2;  // may be: race-shared
#ifdef MENDED
    ptx::fence_proxy_async();
#endif
    __syncthreads();
    if (threadIdx.x != 0) return;
    const int at[] = {0, 0};
    ptx::cp_async_bulk_tensor(global, shared, &map, at, tile);  // expect: race-shared
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    put<<<1, side>>>(map_of(tensor));
    return judge(to_host(tensor, side * side)[side * side - 1], 2.0f);
}
// SPDX-License-Identifier: Apache-2.0
