// Wrong:  the batch reads its source when the stream reaches it, and the host frees the source when the call returns.
// From:   https://github.com/rapidsai/rmm/issues/2521
// Kernel: twice
// Says:   free() ends 256 bytes of the host's memory, which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 22 and the end of this memory
// Mended: the source is read while the call runs.
#include <cstdlib>
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

void give(int* device, cudaStream_t stream, cudaMemcpySrcAccessOrder order) {
    int* const values = static_cast<int*>(malloc(n * sizeof(int)));
    for (int i = 0; i < n; ++i) values[i] = i;
    void* const to = device;
    const void* const from = values;
    const size_t bytes = n * sizeof(int);
    cudaMemcpyAttributes how = {};
    how.srcAccessOrder = order;
    cudaMemcpyBatchAsync(&to, &from, &bytes, 1, how, stream);
    free(values);  // expect: host-access
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
