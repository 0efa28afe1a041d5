// Several streams with priorities, events between them, callbacks and functions of the host.
// Feature: streams: priorities, events, callbacks, host functions
// Kernel: add
// Prints: callback of 11, then 111
// Prints: priority 0 below -1: yes, elapsed: yes
// Prints: invalid resource handle
#include <cstdio>

__global__ void add(int* value, int amount) {
#ifdef WRONG
    *value += amount;  // expect: race-global
#else
    if (threadIdx.x == 0) *value += amount;
#endif
}

struct message {
    const int* value;
    int seen;
};
void CUDART_CB see(cudaStream_t, cudaError_t status, void* data) {
    message& to = *static_cast<message*>(data);
    to.seen = status == cudaSuccess ? *to.value : -1;
}
void CUDART_CB print(void* data) {
    const message& from = *static_cast<message*>(data);
    std::printf("callback of %d, then %d\n", from.seen, *from.value);
}

int main() {
    int least, greatest;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    cudaStream_t low, high;
    cudaStreamCreateWithPriority(&low, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest);
    cudaEvent_t begin, middle, end;
    cudaEventCreate(&begin);
    cudaEventCreateWithFlags(&middle, cudaEventDisableTiming);
    cudaEventCreate(&end);
    int *value, *host;
    cudaMalloc(&value, sizeof(int));
    cudaMallocHost(&host, sizeof(int));
    *host = 1;
    message seen = {host, 0};
    cudaEventRecord(begin, low);
    cudaMemcpyAsync(value, host, sizeof(int), cudaMemcpyHostToDevice, low);
    add<<<1, 32, 0, low>>>(value, 10);
    cudaMemcpyAsync(host, value, sizeof(int), cudaMemcpyDeviceToHost, low);
    cudaStreamAddCallback(low, see, &seen, 0);
    cudaEventRecord(middle, low);
    cudaStreamWaitEvent(high, middle, 0);
    add<<<1, 32, 0, high>>>(value, 100);
    cudaMemcpyAsync(host, value, sizeof(int), cudaMemcpyDeviceToHost, high);
    cudaLaunchHostFunc(high, print, &seen);
    cudaEventRecord(end, high);
    cudaEventSynchronize(end);
    float milliseconds = -1;
    cudaEventElapsedTime(&milliseconds, begin, end);
    int priority = 1, higher = 1;
    cudaStreamGetPriority(low, &priority);
    cudaStreamGetPriority(high, &higher);
    std::printf("priority %d below -1: %s, elapsed: %s\n", priority, higher < -1 ? "yes" : "no",
                milliseconds >= 0 && cudaStreamQuery(high) == cudaSuccess ? "yes" : "no");
    std::printf("%s\n", cudaGetErrorString(cudaEventElapsedTime(&milliseconds, begin, middle)));
    cudaStreamDestroy(low);
    cudaStreamDestroy(high);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
