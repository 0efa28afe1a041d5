// Wrong:  the barrier expects the bytes inside of the tensor; a copy brings those of its whole box.
// From:   an edge tile
// Kernel: first_row
// Fix:    expect 2048 bytes more at the barrier: as many as the copies bring
// Mended: it expects the box.
#include "../tensor.cuh"

__global__ void first_row(const __grid_constant__ CUtensorMap map, float* row) {
    alignas(128) __shared__ float tile[side * side];
    __shared__ std::uint64_t barrier;
    begin(&barrier);
#ifdef MENDED
    const unsigned bytes = tile_bytes;
#else
    const unsigned bytes = tile_bytes / 2;
#endif
    if (threadIdx.x == 0) {
        const int at[] = {0, side / 2};
        expect(&barrier, bytes);
        ptx::cp_async_bulk_tensor(cluster, global, tile, &map, at, &barrier);
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;  // expect: deadlock
    row[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    float* const row = device_array<float>(side);
    first_row<<<1, side>>>(map_of(tensor), row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
