// Wrong:  a graph copies its result to a local variable, and the function returns without a wait.
// Kernel: count
// Says:   the return of counts_to() ends 4 bytes of the host's memory, which the copy at
// Says:   may still be writing
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 19 and the end of this memory
// Mended: the function waits for the graph.
#include "../program.cuh"

constexpr int n = 64;

__global__ void count(int* values) { atomicAdd(values, 1); }

bool counts_to(int expected, int* device, cudaStream_t stream) {
    int result = -1;
    cudaGraph_t graph;
    cudaGraphExec_t executable;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    count<<<1, n, 0, stream>>>(device);
    cudaMemcpyAsync(&result, device, sizeof(result), cudaMemcpyDeviceToHost, stream);  // expect: host-access
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
#ifdef MENDED
    cudaStreamSynchronize(stream);
    return result == expected;
#else
    return expected != 0;
#endif
}

int main() {
    int* const values = device_array<int>(1);
    cudaMemset(values, 0, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    return judge(counts_to(n, values, stream), true);
}
// SPDX-License-Identifier: Apache-2.0
