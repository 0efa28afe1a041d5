// A graph captured from streams, launched, and updated by another capture.
// Feature: graphs: stream capture, instantiation, launches, updates
// Kernel: add
// Prints: captured, not run: 0
// Prints: 4 nodes, 1 root; 3 launches: 330, by update 1330
// Prints: operation not permitted when stream is capturing
#include <cstdio>

__global__ void add(int* value, int amount) {
#ifdef WRONG
    *value += amount;  // expect: race-global
#else
    if (threadIdx.x == 0) *value += amount;
#endif
}

cudaGraph_t captured(cudaStream_t stream, cudaStream_t other, int* value, int* host, int amount) {
    cudaEvent_t fork, join;
    cudaEventCreate(&fork);
    cudaEventCreate(&join);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, stream>>>(value, amount);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(other, fork, 0);
    add<<<1, 32, 0, other>>>(value + 1, amount);
    add<<<1, 32, 0, stream>>>(value, amount / 10);
    cudaEventRecord(join, other);
    cudaStreamWaitEvent(stream, join, 0);
    cudaMemcpyAsync(host, value, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaGraph_t graph = nullptr;
    cudaStreamEndCapture(stream, &graph);
    return graph;
}

int main() {
    cudaStream_t stream, other;
    cudaStreamCreate(&stream);
    cudaStreamCreate(&other);
    int *value, *host;
    cudaMalloc(&value, 2 * sizeof(int));
    cudaMemset(value, 0, 2 * sizeof(int));
    cudaMallocHost(&host, sizeof(int));
    *host = 0;
    cudaGraph_t graph = captured(stream, other, value, host, 100);
    std::printf("captured, not run: %d\n", *host);
    size_t nodes = 0, roots = 0;
    cudaGraphGetNodes(graph, nullptr, &nodes);
    cudaGraphGetRootNodes(graph, nullptr, &roots);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    for (int i = 0; i < 3; ++i) cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    const int before = *host;
    cudaGraph_t next = captured(stream, other, value, host, 910);
    cudaGraphExecUpdateResultInfo result;
    if (cudaGraphExecUpdate(executable, next, &result) != cudaSuccess) return 1;
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    std::printf("%zu nodes, %zu root; 3 launches: %d, by update %d\n", nodes, roots, before, *host - 1);

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
    const cudaError_t error = cudaStreamSynchronize(stream);
    std::printf("%s\n", cudaGetErrorString(error));
    cudaStreamEndCapture(stream, &graph);
    cudaGetLastError();
    cudaGraphExecDestroy(executable);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
