// Wrong:  a dependent launch was captured, so the edge of the graph is programmatic; its kernel does not wait.
// From:   a decoder's kernels in a graph
// Kernel: consume
// Says:   reads element 0 of an allocation of 256 bytes
// Fix:    call cudaGridDependencySynchronize() before this line: a programmatic dependent launch may begin while the
//         launch before it still runs
// Mended: it waits.
#include "../dependent.cuh"

constexpr int n = 64;

__global__ void produce(int* made, int step) {
    cudaTriggerProgrammaticLaunchCompletion();
    made[threadIdx.x] = step;  // may be: race-streams
}

__global__ void consume(const int* made, int* sum) {
#ifdef MENDED
    cudaGridDependencySynchronize();
#endif
    sum[threadIdx.x] += made[threadIdx.x];  // expect: race-streams
}

int main() {
    int* const made = device_array<int>(n);
    int* const sum = device_array<int>(n);
    cudaMemset(sum, 0, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t graph;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    produce<<<1, n, 0, stream>>>(made, 3);
    launch_dependent(stream, 1, n, consume, static_cast<const int*>(made), sum);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    for (int i = 0; i < 2; ++i) cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    return judge(to_host(sum, n)[n - 1], 6);
}
// SPDX-License-Identifier: Apache-2.0
