// Wrong:  the host reads pinned memory before the copy that fills it has ended: it waits for another stream, or for an
//         event that was recorded too early.
// From:   programs that take a copy into pinned memory for one that waits, as a copy into other memory is
// Kernel: square
// Says:   the host reads element 0 of results, an allocation of 256 bytes
// Says:   which the copy at
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 27 and this access
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 40 and this access
// Mended: the host waits for the stream, or for the event behind the copy. What no copy fills needs no wait.
#include "../program.cuh"

constexpr int n = 32;

__global__ void square(int* values) { values[threadIdx.x] = static_cast<int>(threadIdx.x * threadIdx.x); }

int main() {
    int *values = nullptr, *results = nullptr;
    cudaMalloc(&values, n * sizeof(int));
    cudaMallocHost(&results, 2 * n * sizeof(int));
    cudaStream_t stream, other;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEvent_t done;
    cudaEventCreate(&done);

    square<<<1, n, 0, stream>>>(values);
    cudaMemcpyAsync(results, values, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    results[n] = 7;
#ifdef MENDED
    cudaStreamSynchronize(stream);
#else
    cudaStreamSynchronize(other);
#endif
    int sum = results[0] + results[n];  // expect: host-access
    cudaStreamSynchronize(stream);

#ifndef MENDED
    cudaEventRecord(done, stream);
#endif
    cudaMemcpyAsync(results, values, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
#ifdef MENDED
    cudaEventRecord(done, stream);
#endif
    cudaEventSynchronize(done);
    sum += results[2];  // expect: host-access
    cudaDeviceSynchronize();
    return judge(sum + results[n - 1], 7 + 4 + 31 * 31);
}
// SPDX-License-Identifier: Apache-2.0
