// Wrong:  registered memory is freed while an asynchronous copy may still be reading it.
// Kernel: twice
// Says:   delete ends 256 bytes of the host's memory, which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 16 and the end of this memory
// Mended: the host waits, and unregisters the memory first.
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

void give(int* device, cudaStream_t stream) {
    int* const values = new int[n];
    cudaHostRegister(values, n * sizeof(int), cudaHostRegisterDefault);
    for (int i = 0; i < n; ++i) values[i] = i;
    cudaMemcpyAsync(device, values, n * sizeof(int), cudaMemcpyHostToDevice, stream);
#ifdef MENDED
    cudaStreamSynchronize(stream);
    cudaHostUnregister(values);
#endif
    delete[] values;  // expect: host-access
}

int main() {
    int* const values = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    give(values, stream);
    twice<<<1, n, 0, stream>>>(values);
    cudaStreamSynchronize(stream);
    int last = 0;
    cudaMemcpy(&last, values + n - 1, sizeof(last), cudaMemcpyDeviceToHost);
    return judge(last, 2 * (n - 1));
}
// SPDX-License-Identifier: Apache-2.0
