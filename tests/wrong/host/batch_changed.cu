// Wrong:  the host fills a buffer for its next use while a batch may still be reading it.
// Kernel: twice
// Says:   the host writes 4 bytes of its own memory, which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 22 and this access
// Mended: the host waits before it fills the buffer again.
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

void give(int* device, cudaStream_t stream) {
    std::vector<int> half(n / 2);
    void* to[] = {device, device + n / 2};
    const size_t bytes = n / 2 * sizeof(int);
    for (int part = 0; part < 2; ++part) {
        for (int i = 0; i < n / 2; ++i) half[i] = part * n / 2 + i;  // expect: host-access
        const void* from = half.data();
        cudaMemcpyAttributes how = {};
        how.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
        size_t first = 0;
        cudaMemcpyBatchAsync(&to[part], &from, &bytes, 1, &how, &first, 1, stream);
#ifdef MENDED
        cudaStreamSynchronize(stream);
#endif
    }
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
