// Wrong:  a box of a tensor begins at an element that no 16 bytes begin at.
// From:   a convolution that loads its tile from one column to the left
// Kernel: first_row
// Says:   copies a box that begins at element -1 of its rows, -4 bytes from their start
// Fix:    begin the box at a multiple of 16 bytes: its first coordinate times the size of an element
// Mended: the tile has a column of 16 bytes more.
#include "../tensor.cuh"

__global__ void first_row(const __grid_constant__ CUtensorMap map, float* row) {
    alignas(128) __shared__ float tile[side * side];
    __shared__ std::uint64_t barrier;
    begin(&barrier);
#ifdef MENDED
    const int x = -4;
#else
    const int x = -1;
#endif
    if (threadIdx.x == 0) {
        const int at[] = {x, 0};
        expect(&barrier);
        ptx::cp_async_bulk_tensor(cluster, global, tile, &map, at, &barrier);  // expect: misaligned-access
    }
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) continue;  // may be: deadlock
    row[threadIdx.x] = tile[threadIdx.x];
}

int main() {
    float* const tensor = to_device(std::vector<float>(side * side, 1));
    float* const row = device_array<float>(side);
    first_row<<<1, side>>>(map_of(tensor), row);
    return judge(to_host(row, side)[5], 1.0f);
}
// SPDX-License-Identifier: Apache-2.0
