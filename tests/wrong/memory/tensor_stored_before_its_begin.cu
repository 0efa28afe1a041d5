// Wrong:  a tile is stored at a negative coordinate; only loads may begin outside.
// From:   a stencil whose halo is written as it was read
// Kernel: put
// Says:   stores a box whose coordinate in dimension 1 is -1
// Fix:    store boxes that begin inside of the tensor; their end may lie outside
// Mended: the tile begins in the tensor.
#include "../tensor.cuh"

__global__ void put(const __grid_constant__ CUtensorMap map) {
    alignas(128) __shared__ float tile[side * side];
    for (int i = threadIdx.x; i < side * side; i += blockDim.x) tile[i] = 2;
    ptx::fence_proxy_async();
    __syncthreads();
#ifdef MENDED
    const int y = 1;
#else
    const int y = -1;
#endif
    if (threadIdx.x != 0) return;
    const int at[] = {0, y};
    ptx::cp_async_bulk_tensor(global, shared, &map, at, tile);  // expect: out-of-bounds
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    put<<<1, side>>>(map_of(tensor));
    return judge(to_host(tensor, side * side)[side * side - 1], 2.0f);
}
// SPDX-License-Identifier: Apache-2.0
