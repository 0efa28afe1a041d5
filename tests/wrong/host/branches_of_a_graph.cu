// Wrong:  two kernel nodes of a graph use the same memory, and neither depends on the other.
// From:   a graph by hand
// Kernel: add
// Says:   the launch of add
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
// Mended: the second node depends on the first.
#include "../program.cuh"

constexpr int n = 64;

__global__ void add(int* values, int amount) { values[threadIdx.x] += amount; }

int main() {
    int* values = to_device(numbers(n));
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t nodes[2];
    for (int i = 0; i < 2; ++i) {
        int amount = 10 * i + 1;
        void* arguments[] = {&values, &amount};
        cudaKernelNodeParams how{};
        how.func = reinterpret_cast<void*>(add);
        how.gridDim = dim3(1);
        how.blockDim = dim3(n);
        how.kernelParams = arguments;
#ifdef MENDED
        cudaGraphAddKernelNode(&nodes[i], graph, nodes, i, &how);
#else
        cudaGraphAddKernelNode(&nodes[i], graph, nullptr, 0, &how);
#endif
    }
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, stream);  // expect: race-streams
    cudaStreamSynchronize(stream);
    return judge(to_host(values, n)[1], 25);
}
// SPDX-License-Identifier: Apache-2.0
