// Two streams: one makes what the other uses. Events hand over parts, and say when their memory is free again.
// Feature: whole programs: a producer and a consumer on two streams, with events and pinned memory
// Kernel: consume
// Prints: 6 parts, sum 14976
#include <cstdio>

constexpr int n = 96, parts = 6, buffers = 2, threads = 32;

__global__ void produce(int* part, int number) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) part[i] = number * 10 + i % 3;
}

__global__ void consume(const int* part, int* total) {
    __shared__ int sums[threads];
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += threads) sum += part[i];
    sums[threadIdx.x] = sum;
#ifndef WRONG
    __syncthreads();
#endif
    if (threadIdx.x == 0) {
        for (int i = 1; i < threads; ++i) sum += sums[i];  // expect: race-shared
        *total += sum;
    }
}

int main() {
    cudaStream_t producer, consumer;
    cudaStreamCreate(&producer);
    cudaStreamCreate(&consumer);
    int *memory[buffers], *d_total, *total;
    cudaEvent_t made[buffers], used[buffers];
    for (int b = 0; b < buffers; ++b) {
        cudaMalloc(&memory[b], n * sizeof(int));
        cudaEventCreateWithFlags(&made[b], cudaEventDisableTiming);
        cudaEventCreateWithFlags(&used[b], cudaEventDisableTiming);
    }
    cudaMalloc(&d_total, sizeof(int));
    cudaMallocHost(&total, sizeof(int));
    cudaMemsetAsync(d_total, 0, sizeof(int), consumer);
    for (int p = 0; p < parts; ++p) {
        const int b = p % buffers;
        if (p >= buffers) cudaStreamWaitEvent(producer, used[b], 0);
        produce<<<(n + threads - 1) / threads, threads, 0, producer>>>(memory[b], p);
        cudaEventRecord(made[b], producer);
        cudaStreamWaitEvent(consumer, made[b], 0);
        consume<<<1, threads, 0, consumer>>>(memory[b], d_total);
        cudaEventRecord(used[b], consumer);
    }
    cudaMemcpyAsync(total, d_total, sizeof(int), cudaMemcpyDeviceToHost, consumer);
    cudaStreamSynchronize(consumer);
    std::printf("%d parts, sum %d\n", parts, *total);
    const bool right = *total == 14976;
    for (int b = 0; b < buffers; ++b) {
        cudaFree(memory[b]);
        cudaEventDestroy(made[b]);
        cudaEventDestroy(used[b]);
    }
    cudaFree(d_total);
    cudaFreeHost(total);
    cudaStreamDestroy(producer);
    cudaStreamDestroy(consumer);
    return !right;
}
// SPDX-License-Identifier: Apache-2.0
