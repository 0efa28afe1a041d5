// Wrong:  cudaMemcpy() waits for the default stream, and not for streams that are non-blocking.
// From:   a program whose stream was made non-blocking later
// Kernel: fill
// Fix:    call cudaStreamSynchronize() before this line, for the stream of the earlier operation
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
// Mended: the host waits for the stream.
#include "../program.cuh"

constexpr int n = 64;

__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }

int main() {
    int* const values = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemset(values, 0, n * sizeof(int));
#ifdef MENDED
    cudaDeviceSynchronize();
#endif
    fill<<<1, n, 0, stream>>>(values, 7);  // expect: race-streams
#ifdef MENDED
    cudaStreamSynchronize(stream);
#endif
    int result[n];
    cudaMemcpy(result, values, n * sizeof(int), cudaMemcpyDeviceToHost);  // expect: race-streams
    cudaStreamDestroy(stream);
    return judge(result[n - 1], 7);
}
// SPDX-License-Identifier: Apache-2.0
