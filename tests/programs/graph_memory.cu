// Memory that a graph allocates and the program frees: every launch of the graph has it anew, at the same address.
// Feature: graphs: memory that a graph allocates, freed outside of it
// Kernel: square
// Prints: captured: 140 140 140
// Prints: by hand: 140 140
#include <cstdio>

__global__ void square(int* values) {
    values[threadIdx.x] = threadIdx.x * threadIdx.x;
#ifdef WRONG
    if (threadIdx.x == 0) values[blockDim.x] = 0;  // expect: out-of-bounds
#endif
}

__global__ void sum(const int* values, int count, int* total) {
    *total = 0;
    for (int i = 0; i < count; ++i) *total += values[i];
}

int sum_of(const int* values, int* total, cudaStream_t stream) {
    int host = 0;
    sum<<<1, 1, 0, stream>>>(values, 8, total);
    cudaMemcpyAsync(&host, total, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    return host;
}

int main() {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    int *total, *values;
    cudaMalloc(&total, sizeof(int));

    cudaGraph_t graph, freeing;
    cudaGraphExec_t run, run_freeing;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&values, 8 * sizeof(int), stream);
    square<<<1, 8, 0, stream>>>(values);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&run, graph, 0);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaFreeAsync(values, stream);
    cudaStreamEndCapture(stream, &freeing);
    cudaGraphInstantiate(&run_freeing, freeing, 0);

    int sums[3];
    cudaGraphLaunch(run, stream);
    sums[0] = sum_of(values, total, stream);
    cudaFree(values);
    cudaGraphLaunch(run, stream);
    sums[1] = sum_of(values, total, stream);
    cudaFreeAsync(values, stream);
    cudaGraphLaunch(run, stream);
    sums[2] = sum_of(values, total, stream);
    cudaGraphLaunch(run_freeing, stream);
    std::printf("captured: %d %d %d\n", sums[0], sums[1], sums[2]);

    cudaGraph_t by_hand;
    cudaGraphCreate(&by_hand, 0);
    cudaGraphNode_t allocate, kernel;
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = 8 * sizeof(int);
    cudaGraphAddMemAllocNode(&allocate, by_hand, nullptr, 0, &memory);
    void* arguments[] = {&memory.dptr};
    cudaKernelNodeParams launch = {};
    launch.func = (void*)square;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(8);
    launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, by_hand, &allocate, 1, &launch);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, by_hand, 0);
    for (int i = 0; i < 2; ++i) {
        cudaGraphLaunch(executable, stream);
        sums[i] = sum_of(static_cast<int*>(memory.dptr), total, stream);
        cudaFreeAsync(memory.dptr, stream);
    }
    std::printf("by hand: %d %d\n", sums[0], sums[1]);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
