// Wrong:  the map has more rows than the allocation.
// From:   rows rounded up to whole tiles in the map alone
// Kernel: first_row
// Says:   right behind an allocation of 2048 bytes
// Fix:    encode the tensor map with the extents that the memory has: parts of a box behind them become 0, or are not
//         stored
// Mended: the map has the rows that there are; those behind become 0.
#include "../tensor.cuh"

__global__ void first_row(const __grid_constant__ CUtensorMap map, float* row) {
    alignas(128) __shared__ float tile[side * side];
    __shared__ std::uint64_t barrier;
    begin(&barrier);
    if (threadIdx.x == 0) {
        const int at[] = {0, 0};
        expect(&barrier);
        ptx::cp_async_bulk_tensor(cluster, global, tile, &map, at, &barrier);  // expect: out-of-bounds
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;  // may be: deadlock
    row[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side / 2, 1));
    float* const row = device_array<float>(side);
#ifdef MENDED
    constexpr unsigned rows = side / 2;
#else
    constexpr unsigned rows = side;
#endif
    first_row<<<1, side>>>(map_of(tensor, rows), row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
