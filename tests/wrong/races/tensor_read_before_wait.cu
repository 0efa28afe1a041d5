// Wrong:  the tile is read before its copy has come.
// From:   a barrier of the block in place of the copy's
// Kernel: first_row
// Says:   while the asynchronous copy that
// Fix:    wait for the copy's barrier (wait(), mbarrier_try_wait()) in every thread that uses the data
// Mended: all threads wait for the copy's barrier.
#include "../tensor.cuh"

__global__ void first_row(const __grid_constant__ CUtensorMap map, float* row) {
    alignas(128) __shared__ float tile[side * side];
    __shared__ std::uint64_t barrier;
    begin(&barrier);
    if (threadIdx.x == 0) {
        const int at[] = {0, 0};
        expect(&barrier);
        ptx::cp_async_bulk_tensor(cluster, global, tile, &map, at, &barrier);  // may be: race-shared
    }
#ifdef MENDED
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;
#else
    __syncthreads();
#endif
    row[threadIdx.x] = tile[threadIdx.x];  // expect: race-shared
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    float* const row = device_array<float>(side);
    first_row<<<1, side>>>(map_of(tensor), row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
