// Wrong:  copies whose pointers, size and direction do not belong together. CUDA refuses them, and the program goes on
//         with what was there before.
// Kernel: add_one
// Mended: they do.
// Says:   a copy is refused: its destination should be device memory, but is not
// Says:   a copy is refused: its source ends 4 bytes beyond an allocation of 400 bytes
// Says:   a fill is refused: its destination is a null pointer
// Says:   a copy is refused: its source has been freed
// Fix:    allocate as many bytes as the call uses, or let it use fewer
// Fix:    allocate the memory before this call
// Fix:    free the memory only after the last call that uses it
// Fix:    pass memory of the device, from cudaMalloc(); for a copy, check its direction and the order of the pointers
#include "../program.cuh"

__global__ void add_one(int* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] += 1;
}

int main() {
    constexpr int count = 100;
    int host[count + 1] = {}, *device = device_array<int>(count), *nothing = nullptr;
#ifdef MENDED
    cudaMemcpy(device, host, count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemset(nothing, 0, 0);
    add_one<<<1, 128>>>(device, count);
    cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyDeviceToHost);
#else
    cudaMemcpy(host, device, count * sizeof(int), cudaMemcpyHostToDevice);  // expect: bad-copy
    cudaMemset(device, 0, count * sizeof(int));
    cudaMemset(nothing, 0, sizeof(int));  // expect: bad-copy
    add_one<<<1, 128>>>(device, count);
    cudaMemcpy(host, device, (count + 1) * sizeof(int), cudaMemcpyDeviceToHost);  // expect: bad-copy
    cudaFree(device);
    cudaMemcpy(host + 1, device, sizeof(int), cudaMemcpyDeviceToHost);  // expect: bad-copy
#endif
    return judge(host[0], 1);
}
// SPDX-License-Identifier: Apache-2.0
