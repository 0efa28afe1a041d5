// Work of the nodes of captured graphs, read and changed, in the graph and in its executable form.
// Feature: graphs: parameters of kernel, copy, fill and host nodes, read and changed
// Kernel: scale
// Prints: grid 2, block 4, shared 16, factor 3, copy 32, fill 1 x 32
// Prints: told 5: 2 5 8
// Prints: told 6: 11 12 14
// Prints: told 7: 5 8 12
#include <cstdio>

struct tail {
    int amount;
};

template <class T>
__global__ void scale(T* values, T factor, tail more) {
    extern __shared__ T shared[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    shared[threadIdx.x] = values[i] + i;
    values[i] = shared[threadIdx.x] * factor + more.amount;
}
__global__ void increase(int* values) { ++values[threadIdx.x]; }

int numbers[] = {5, 6, 7}, host[8];
void CUDART_CB tell(void* number) {
    std::printf("told %d: %d %d %d\n", *static_cast<int*>(number), host[0], host[1], host[2]);
}

cudaGraphNode_t node_of(cudaGraph_t graph, cudaGraphNodeType type, int which = 0) {
    cudaGraphNode_t nodes[8];
    size_t count = 8;
    cudaGraphGetNodes(graph, nodes, &count);
    for (size_t i = 0; i < count; ++i) {
        cudaGraphNodeType of;
        cudaGraphNodeGetType(nodes[i], &of);
        if (of == type && which-- == 0) return nodes[i];
    }
    return nullptr;
}

int main() {
    int* values = nullptr;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&values, sizeof host);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemsetAsync(values, 0, sizeof host, stream);
    scale<<<2, 4, 4 * sizeof(int), stream>>>(values, 3, tail{1});
    increase<<<1, 8, 0, stream>>>(values);
    cudaMemcpyAsync(host, values, sizeof host, cudaMemcpyDeviceToHost, stream);
    cudaLaunchHostFunc(stream, tell, numbers);
    cudaGraph_t graph;
    cudaStreamEndCapture(stream, &graph);

    const cudaGraphNode_t fill = node_of(graph, cudaGraphNodeTypeMemset),
                          copy = node_of(graph, cudaGraphNodeTypeMemcpy),
                          first = node_of(graph, cudaGraphNodeTypeKernel),
                          second = node_of(graph, cudaGraphNodeTypeKernel, 1),
                          last = node_of(graph, cudaGraphNodeTypeHost);
    cudaKernelNodeParams launch = {};
    cudaMemcpy3DParms copied = {};
    cudaMemsetParams filled = {};
    cudaHostNodeParams called = {};
    if (cudaGraphKernelNodeGetParams(first, &launch) != cudaSuccess ||
        cudaGraphMemcpyNodeGetParams(copy, &copied) != cudaSuccess ||
        cudaGraphMemsetNodeGetParams(fill, &filled) != cudaSuccess ||
        cudaGraphHostNodeGetParams(last, &called) != cudaSuccess ||
        cudaGraphHostNodeGetParams(first, &called) != cudaErrorInvalidValue)
        return 1;
    cudaGetLastError();
    std::printf("grid %u, block %u, shared %u, factor %d, copy %zu, fill %u x %zu\n", launch.gridDim.x,
                launch.blockDim.x, launch.sharedMemBytes, *static_cast<int*>(launch.kernelParams[1]),
                copied.extent.width, filled.elementSize, filled.width);
    cudaGraphExec_t as_captured, executable;
    cudaGraphInstantiate(&as_captured, graph, 0);
    cudaGraphLaunch(as_captured, stream);
    cudaStreamSynchronize(stream);

    cudaKernelNodeParams more = {};
    cudaGraphKernelNodeGetParams(second, &more);
    more.blockDim.x = 1;
    int factor = 2;
    tail end{10};
    void* arguments[] = {launch.kernelParams[0], &factor, &end};
    launch.kernelParams = arguments;
    called.userData = numbers + 1;
    if (cudaGraphKernelNodeSetParams(first, &launch) != cudaSuccess ||
        cudaGraphKernelNodeSetParams(second, &more) != cudaSuccess ||
        cudaGraphHostNodeSetParams(last, &called) != cudaSuccess)
        return 2;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);

    factor = 4;
    end.amount = 0;
    filled.value = 1;
    filled.elementSize = 4;
    filled.width = 8;
    called.userData = numbers + 2;
    if (cudaGraphExecKernelNodeSetParams(executable, first, &launch) != cudaSuccess ||
        cudaGraphExecMemsetNodeSetParams(executable, fill, &filled) != cudaSuccess ||
        cudaGraphExecMemcpyNodeSetParams(executable, copy, &copied) != cudaSuccess ||
        cudaGraphExecHostNodeSetParams(executable, last, &called) != cudaSuccess)
        return 3;
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(as_captured);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaFree(values);
}
// SPDX-License-Identifier: Apache-2.0
