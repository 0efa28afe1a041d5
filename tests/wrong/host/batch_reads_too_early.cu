// Wrong:  a batch may read its source in any order, before a kernel of the same stream has written it.
// From:   https://github.com/vllm-project/vllm/pull/39306
// Kernel: fill
// Says:   this copy reads element 0 of
// Says:   and nothing orders the two
// Fix:    copy with cudaMemcpySrcAccessOrderStream, or call cudaStreamSynchronize() before this line
// Mended: the batch reads its source in the order of the stream.
#include "../program.cuh"

constexpr int n = 64;

__global__ void fill(int* values) { values[threadIdx.x] = threadIdx.x; }
int main() {
    int *const values = device_array<int>(n), *result = nullptr;
    cudaMallocHost(&result, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemset(values, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    fill<<<1, n, 0, stream>>>(values);  // expect: race-streams
    void* to = result;
    const void* from = values;
    size_t bytes = n * sizeof(int);
    cudaMemcpyAttributes how = {};
#ifdef MENDED
    how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
#else
    how.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
#endif
    cudaMemcpyBatchAsync(&to, &from, &bytes, 1, how, stream);  // expect: race-streams
    cudaStreamSynchronize(stream);
    const int last = result[n - 1];
    cudaFreeHost(result);
    return judge(last, n - 1);
}
// SPDX-License-Identifier: Apache-2.0
