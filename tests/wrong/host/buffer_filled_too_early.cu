// Wrong:  a copy fills a buffer for the next step, while a kernel in another stream may still read it.
// From:   double buffering that forgets the way back
// Kernel: add
// Says:   this copy writes element 0 of buffer
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
// Mended: the copies wait until the kernel has used the buffer.
#include "../program.cuh"

constexpr int n = 64;

__global__ void add(const int* part, int* sums) { sums[threadIdx.x] += part[threadIdx.x]; }

int main() {
    int *buffer = nullptr, *sums = nullptr, *parts = nullptr;
    cudaMalloc(&buffer, n * sizeof(int));
    cudaMalloc(&sums, n * sizeof(int));
    cudaMallocHost(&parts, 2 * n * sizeof(int));
    for (int i = 0; i < 2 * n; ++i) parts[i] = i % n;
    cudaMemset(sums, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    cudaStream_t copies, work;
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEvent_t filled, used;
    cudaEventCreate(&filled);
    cudaEventCreate(&used);
    for (int step = 0; step < 2; ++step) {
#ifdef MENDED
        if (step != 0) cudaStreamWaitEvent(copies, used, 0);
#endif
        const int* const part = parts + step * n;
        cudaMemcpyAsync(buffer, part, n * sizeof(int), cudaMemcpyHostToDevice, copies);  // expect: race-streams
        cudaEventRecord(filled, copies);
        cudaStreamWaitEvent(work, filled, 0);
        add<<<1, n, 0, work>>>(buffer, sums);
        cudaEventRecord(used, work);
    }
    cudaStreamSynchronize(work);
    const std::vector<int> result = to_host(sums, n);
    return judge(result[n - 1], 2 * (n - 1));
}
// SPDX-License-Identifier: Apache-2.0
