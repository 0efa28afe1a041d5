// Wrong:  a histogram of a thread's own values overruns its local array. The threads that end so leave their stacks to
//         other kernels, which are right.
// Compiler: g++
// Kernel: own_bins
// Says:   right behind the local array bins (32 bytes)
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Mended: the values are below the number of bins.
#include "../program.cuh"

__device__ __noinline__ void count(int* bins, int value) { bins[value] += 1; }  // expect: out-of-bounds

__device__ __noinline__ int most(const int* values, int n, int limit) {
    int bins[8] = {};
    for (int i = 0; i < n; ++i) count(bins, values[i] % limit);
    int largest = 0;
    for (int i = 0; i < 8; ++i) largest = max(largest, bins[i]);
    return largest;
}

__global__ void own_bins(const int* values, int* out, int limit) { out[threadIdx.x] = most(values, 32, limit); }

struct squares {
    int values[64];
};
__device__ __noinline__ void fill(squares* all) {
    for (int i = 0; i < 64; ++i) all->values[i] = i * i;
}

__global__ void sums_of_squares(int* out) {
    squares own;
    fill(&own);
    __syncthreads();
    out[threadIdx.x] = own.values[threadIdx.x];
}

int main() {
    std::vector<int> values(32);
    for (int i = 0; i < 32; ++i) values[i] = i;
    int* const out = device_array<int>(64);
#ifdef MENDED
    own_bins<<<1, 64>>>(to_device(values), device_array<int>(64), 8);
#else
    own_bins<<<1, 64>>>(to_device(values), device_array<int>(64), 9);
#endif
    cudaDeviceSynchronize();
    sums_of_squares<<<1, 64>>>(out);
    return judge(sum_of(to_host(out, 64)), 85344);
}
// SPDX-License-Identifier: Apache-2.0
