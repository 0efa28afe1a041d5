// Wrong:  the kernel copies by a tensor map that the host never encoded.
// From:   a map for an optional input
// Kernel: first_row
// Says:   copies by a tensor map that was never encoded
// Fix:    encode it on the host (cuTensorMapEncodeTiled()), and pass it as a const __grid_constant__ CUtensorMap
//         parameter, or by a pointer to a copy in __constant__ or global memory
// parameter, or
//         by a pointer to a copy in __constant__ or global memory
// Mended: it is encoded.
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
#ifdef MENDED
    const CUtensorMap map = map_of(tensor);
#else
    const CUtensorMap map = {};
#endif
    first_row<<<1, side>>>(map, row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
