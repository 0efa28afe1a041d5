// Wrong:  memory is freed that nodes of a graph use, and the graph is launched once more.
// Kernel: add
// Says:   which has been freed, in the graph that is launched at
// Says:   a copy is refused: its source has been freed, in the graph that is launched at
// Fix:    free the memory only after the last call that uses it
// Fix:    free the memory only when no launch uses it any more
// Mended: the memory is freed behind the last launch.
#include "../program.cuh"

__global__ void add(int* sum, const int* values) {
    atomicAdd(sum, values[threadIdx.x]);  // expect: out-of-bounds
}

int main() {
    int *const values = to_device(std::vector<int>(32, 1)), *const sum = to_device(std::vector<int>(1));
    int *const from = to_device(std::vector<int>(1, 7)), *const to = to_device(std::vector<int>(1));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaGraph_t captured, built;
    cudaGraphExec_t first, second;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    add<<<1, 32, 0, stream>>>(sum, values);
    cudaStreamEndCapture(stream, &captured);
    cudaGraphNode_t node;
    cudaGraphCreate(&built, 0);
    cudaGraphAddMemcpyNode1D(&node, built, nullptr, 0, to, from, sizeof(int), cudaMemcpyDeviceToDevice);
    cudaGraphInstantiate(&first, captured, 0);
    cudaGraphInstantiate(&second, built, 0);
    cudaGraphLaunch(first, stream);
    cudaStreamSynchronize(stream);
#ifndef MENDED
    cudaFree(values);
    cudaFree(from);
#endif
    cudaGraphLaunch(second, stream);  // expect: bad-copy
    cudaGraphLaunch(first, stream);
    cudaStreamSynchronize(stream);
#ifdef MENDED
    cudaFree(values);
    cudaFree(from);
#endif
    return judge(to_host(sum, 1), std::vector<int>(1, 64));
}
// SPDX-License-Identifier: Apache-2.0
