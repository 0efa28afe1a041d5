// Wrong:  the tile that a box is copied to stands at a multiple of 4 bytes.
// From:   a tile behind another array in dynamic shared memory
// Kernel: first_row
// Says:   that is no multiple of 128
// Fix:    declare the tile alignas(128); or alignas(1024), if the tensor map swizzles 128 bytes
// Mended: the tile comes first.
#include "../tensor.cuh"

__global__ void first_row(const __grid_constant__ CUtensorMap map, float* row) {
    extern __shared__ float memory[];
    __shared__ std::uint64_t barrier;
#ifdef MENDED
    float* const tile = memory;
#else
    float* const tile = memory + 4;
#endif
    begin(&barrier);
    if (threadIdx.x == 0) {
        const int at[] = {0, 0};
        expect(&barrier);
        ptx::cp_async_bulk_tensor(cluster, global, tile, &map, at, &barrier);  // expect: misaligned-access
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;  // may be: deadlock
    row[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    float* const row = device_array<float>(side);
    first_row<<<1, side, tile_bytes + 256>>>(map_of(tensor), row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
