// Wrong:  a function returns while a batch may still be reading its local array.
// From:   https://github.com/NVIDIA/cudf/pull/23561
// Kernel: twice
// Says:   the return of give() ends 256 bytes of the host's memory, which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 21 and the end of this memory
// Mended: the array is read while the call runs.
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

void give(int* device, cudaStream_t stream, cudaMemcpySrcAccessOrder order) {
    int values[n];
    for (int i = 0; i < n; ++i) values[i] = i;
    void* const to = device;
    const void* const from = values;
    const size_t bytes = sizeof(values);
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = order;
    cudaMemcpyBatchAsync(&to, &from, &bytes, 1, how, stream);  // expect: host-access
}

int main() {
    int* const values = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
#ifdef MENDED
    give(values, stream, cudaMemcpySrcAccessOrderDuringApiCall);
#else
    give(values, stream, cudaMemcpySrcAccessOrderStream);
#endif
    twice<<<1, n, 0, stream>>>(values);
    cudaStreamSynchronize(stream);
    int last = 0;
    cudaMemcpy(&last, values + n - 1, sizeof(last), cudaMemcpyDeviceToHost);
    return judge(last, 2 * (n - 1));
}
// SPDX-License-Identifier: Apache-2.0
