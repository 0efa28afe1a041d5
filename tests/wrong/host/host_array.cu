// Wrong:  kernels and copies take arrays of the host, which stand in the source as those of the device might.
// From:   a first week of CUDA
// Kernel: add
// Says:   'a', memory of the host, which kernels cannot use
// Says:   'main::b', memory of the host, which kernels cannot use
// Says:   a copy is refused: its destination should be device memory, but is not
// Fix:    allocate device memory by cudaMalloc(), copy the data there by cudaMemcpy(), and pass the device pointer
// Fix:    pass memory of the device, from cudaMalloc(); for a copy, check its direction and the order of the pointers
// Mended: the device has its own.
#include "../program.cuh"

int a[32], sums[32], sum;
__device__ int of_device[2][32];

__global__ void add(const int* a, int* sums) {
    const int one = a[threadIdx.x];  // expect: out-of-bounds
    sums[threadIdx.x] += one;        // expect: out-of-bounds
}

int main() {
    static int b[32];
    for (int i = 0; i < 32; ++i) a[i] = b[i] = i;
#ifdef MENDED
    int* device = nullptr;
    cudaGetSymbolAddress(reinterpret_cast<void**>(&device), of_device);
    cudaMemcpy(device, a, sizeof(a), cudaMemcpyHostToDevice);
    add<<<1, 32>>>(device, device + 32);
    cudaMemcpyToSymbol(of_device, b, sizeof(b));
    add<<<1, 32>>>(device, device + 32);
    cudaMemcpy(sums, device + 32, sizeof(sums), cudaMemcpyDeviceToHost);
#else
    int* device = device_array<int>(32);
    cudaMemset(device, 0, sizeof(a));
    add<<<1, 32>>>(a, device);
    add<<<1, 32>>>(device, b);
    cudaMemcpy(sums, device, sizeof(sums), cudaMemcpyDeviceToDevice);  // expect: bad-copy
#endif
    for (int one : sums) sum += one;
    return judge(sum, 32 * 31);
}
// SPDX-License-Identifier: Apache-2.0
