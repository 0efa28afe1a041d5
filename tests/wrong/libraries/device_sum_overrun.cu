// A device-wide sum of CUB's over one element more than its input has.
// Kernel: cub.DeviceReduce
// Says: right behind values, an allocation of 400 bytes, allocated at
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
#include <cstdio>
#include <cub/device/device_reduce.cuh>
#include <vector>

int main() {
    constexpr int n = 100;
#ifdef MENDED
    const int count = n;
#else
    const int count = n + 1;
#endif
    const std::vector<int> ones(n, 1);
    int *values, *sum, result = 0;
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&sum, sizeof(int));
    cudaMemcpy(values, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    std::size_t bytes = 0;
    void* storage = nullptr;
    cub::DeviceReduce::Sum(storage, bytes, values, sum, count);
    cudaMalloc(&storage, bytes);
    cub::DeviceReduce::Sum(storage, bytes, values, sum, count);  // expect: out-of-bounds
    cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
    std::printf("sum %d\n", result);
    cudaFree(values);
    cudaFree(sum);
    cudaFree(storage);
    return result == n ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
