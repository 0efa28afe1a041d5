// Wrong:  a vector grows, and so gives back the memory that a batch may still be reading.
// Kernel: twice
// Says:   delete ends 128 bytes of the host's memory, which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 21 and the end of this memory
// Mended: the host waits before the vector grows.
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

void give(int* device, cudaStream_t stream) {
    std::vector<int> values;
    values.reserve(n / 2);
    for (int i = 0; i < n / 2; ++i) values.push_back(i);
    void* to = device;
    const void* from = values.data();
    size_t bytes = n / 2 * sizeof(int);
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaMemcpyBatchAsync(&to, &from, &bytes, 1, how, stream);
#ifdef MENDED
    cudaStreamSynchronize(stream);
#endif
    for (int i = n / 2; i < n; ++i) values.push_back(i);  // expect: host-access
    cudaMemcpyAsync(device + n / 2, values.data() + n / 2, n / 2 * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(stream);
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
