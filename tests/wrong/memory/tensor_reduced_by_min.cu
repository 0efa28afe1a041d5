// Wrong:  the least of floats, by a tensor copy that reduces: for floats there is only the sum, and on a GPU the
//         instruction is illegal.
// From:   a map of floats that was encoded as such, and an operation of whole numbers
// Kernel: least
// Says:   reduces a box of a tensor of f32 by min, which no GPU does
// Fix:    encode the tensor map with a type that has this operation: integers of 32 and 64 bits, or for add, min
//         and max also numbers of 16 bits, and for add those of 32 and 64
// Mended: the sum.
#include "../tensor.cuh"

__global__ void least(const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) float tile[side * side];
    for (int i = threadIdx.x; i < side * side; i += blockDim.x) tile[i] = 2;
    ptx::fence_proxy_async();
    __syncthreads();
    if (threadIdx.x != 0) return;
    const int at[] = {0, 0};
#ifdef MENDED
    ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_add, &map, at, tile);
#else
    ptx::cp_reduce_async_bulk_tensor(global, shared, ptx::op_min, &map, at, tile);  // expect: bad-copy
#endif
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    least<<<1, side>>>(map_of(tensor));
    return judge(to_host(tensor, side * side)[77], 3.0f);
}
// SPDX-License-Identifier: Apache-2.0
