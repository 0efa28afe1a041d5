// Wrong:  a volatile load reads beyond a row of a shared matrix: the first element of the next row.
// From:   the last steps of a reduction of each row, one warp a row
// Kernel: sums_of_rows
// Says:   uses index 32 of an array of type 'int [32]'
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the load is of a lane that has one behind it.
#include "../program.cuh"

__global__ void sums_of_rows(const int* in, int* out) {
    __shared__ int rows[2][32];
    const int row = threadIdx.x / 32, lane = threadIdx.x % 32;
    rows[row][lane] = in[threadIdx.x];
    __syncthreads();
#ifdef MENDED
    const int next = lane < 31 ? lane + 1 : lane;
#else
    const int next = lane + 1;
#endif
    const int value = *(volatile int*)&rows[row][next];  // expect: out-of-bounds
    __syncthreads();
    out[threadIdx.x] = value;
}

int main() {
    int* const out = device_array<int>(64);
    sums_of_rows<<<1, 64>>>(to_device(std::vector<int>(64, 1)), out);
    return judge(sum_of(to_host(out, 64)), 64);
}
// SPDX-License-Identifier: Apache-2.0
