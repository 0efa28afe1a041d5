// Wrong:  the instruction gives two coordinates, and the map has one dimension.
// From:   a kernel for matrices that was given the map of a vector
// Kernel: first_row
// Says:   gives 2 coordinates for a tensor map of 1 dimensions
// Fix:    use the instruction for as many dimensions as the map was encoded with
// Mended: the map has two dimensions.
#include "../tensor.cuh"

__global__ void first_row(const __grid_constant__ CUtensorMap map, float* row) {
    alignas(128) __shared__ float tile[side * side];
    __shared__ std::uint64_t barrier;
    begin(&barrier);
    if (threadIdx.x == 0) {
        const int at[] = {0, 0};
        expect(&barrier);
        ptx::cp_async_bulk_tensor(cluster, global, tile, &map, at, &barrier);  // expect: bad-copy
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;  // may be: deadlock
    row[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    float* const row = device_array<float>(side);
    CUtensorMap map = map_of(tensor);
#ifndef MENDED
    const cuuint64_t extent = side * side;
    const cuuint32_t box = side, step = 1;
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 1, tensor, &extent, nullptr, &box, &step,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
#endif
    first_row<<<1, side>>>(map, row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
