// Wrong:  the kernel gets memory of the host.
// From:   what beginners write first
// Kernel: twice
// Says:   memory of the host, which kernels cannot use
// Fix:    allocate device memory by cudaMalloc(), copy the data there by cudaMemcpy(), and pass the device pointer
// Mended: the data is copied to device memory.
#include "../program.cuh"

__global__ void twice(int* values) {
    values[threadIdx.x] *= 2;  // expect: out-of-bounds
}

int main() {
    std::vector<int> values(32, 1);
#ifdef MENDED
    int* const device = to_device(values);
    twice<<<1, 32>>>(device);
    return judge(to_host(device, 32), std::vector<int>(32, 2));
#else
    twice<<<1, 32>>>(values.data());
    cudaDeviceSynchronize();
    return 0;
#endif
}
// SPDX-License-Identifier: Apache-2.0
