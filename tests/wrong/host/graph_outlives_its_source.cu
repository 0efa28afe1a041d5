// Wrong:  a graph reads its source at each launch, and the vector that it was captured with has ended.
// Kernel: twice
// Says:   this copy reads memory of the host that has ended, by delete at
// Fix:    keep the memory until the graph's last launch has ended, or give the node new parameters
// Mended: the vector outlives the graph.
#include <utility>
#include "../program.cuh"

constexpr int n = 64;

__global__ void twice(int* values) { values[threadIdx.x] *= 2; }

cudaGraphExec_t captured(const std::vector<int>& from, int* device, cudaStream_t stream) {
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(device, from.data(), n * sizeof(int), cudaMemcpyHostToDevice, stream);  // expect: bad-copy
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphDestroy(graph);
    return executable;
}

int main() {
    int* const values = device_array<int>(n);
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraphExec_t executable;
    std::vector<int> kept;
    {
        std::vector<int> source(n);
        for (int i = 0; i < n; ++i) source[i] = i;
        executable = captured(source, values, stream);
#ifdef MENDED
        kept = std::move(source);
#endif
    }
    cudaGraphLaunch(executable, stream);
    twice<<<1, n, 0, stream>>>(values);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(executable);
    int last = 0;
    cudaMemcpy(&last, values + n - 1, sizeof(last), cudaMemcpyDeviceToHost);
    return judge(last, 2 * (n - 1));
}
// SPDX-License-Identifier: Apache-2.0
