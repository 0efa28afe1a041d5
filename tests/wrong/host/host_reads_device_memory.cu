// Wrong:  the host reads and writes memory of cudaMalloc() as its own: a segmentation fault on a machine with a GPU.
// From:   programs that were moved from managed memory to device memory
// Kernel: fill
// Says:   the host reads 4 bytes of device memory: element 31 of values
// Fix:    copy the memory by cudaMemcpy(copy, device, bytes, cudaMemcpyDeviceToHost), and read the copy
// Fix:    fill a copy on the host, and copy it by cudaMemcpy(device, copy, bytes, cudaMemcpyHostToDevice)
// Mended: it copies the memory first.
#include "../program.cuh"

#include <algorithm>
#include <cstring>

__global__ void fill(int* values) { values[threadIdx.x] = threadIdx.x; }

int main(int argc, char**) {
    int *values = nullptr, *managed = nullptr;
    const std::size_t bytes = argc * 32 * sizeof(int);
    std::vector<int> copy(32);
    cudaMalloc(&values, bytes);
    cudaMallocManaged(&managed, bytes);
    managed[0] = 7;
    fill<<<1, 32>>>(managed);
    fill<<<1, 32>>>(values);
    cudaDeviceSynchronize();
    const int last = managed[31];
#ifdef MENDED
    cudaMemcpy(copy.data(), values, bytes, cudaMemcpyDeviceToHost);
    std::memcpy(copy.data(), managed, bytes);
    std::sort(managed, managed + 32);
    cudaMemset(values, 0, bytes);
    const int result = copy[31];
#else
    const int result = values[31];            // expect: host-access
    std::memcpy(copy.data(), values, bytes);  // expect: host-access
    std::sort(values, values + 32);           // expect: host-access
    std::memset(values, 0, bytes);            // expect: host-access
    std::memcpy(copy.data(), values, 48);     // expect: host-access
#endif
    cudaFree(values);
    cudaFree(managed);
    return judge(result, last);
}
// SPDX-License-Identifier: Apache-2.0
