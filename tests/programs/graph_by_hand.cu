// Graphs built node by node, cloned, and changed in their executable form.
// Feature: graphs: kernel, copy, fill, host and memory nodes built by hand
// Kernel: add
// Prints: host saw 24
// Prints: host saw 64
// Prints: types 2 0 1 3, clone: operation not supported, of the rest 2
#include <cstdio>

__global__ void add(int* values, int amount) {
#ifdef WRONG
    values[0] += amount;  // expect: race-global
#else
    values[threadIdx.x] += amount;
#endif
}

void CUDART_CB tell(void* data) {
    const int* const values = static_cast<int*>(data);
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += values[i];
    std::printf("host saw %d\n", sum);
}

int main() {
    int *values, host[8], amount = 3;
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t allocate, fill, kernel, copy, last, release;

    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = sizeof(host);
    cudaGraphAddMemAllocNode(&allocate, graph, nullptr, 0, &memory);
    values = static_cast<int*>(memory.dptr);

    cudaMemsetParams zeros = {};
    zeros.dst = values;
    zeros.elementSize = 4;
    zeros.width = 8;
    zeros.height = 1;
    cudaGraphAddMemsetNode(&fill, graph, &allocate, 1, &zeros);
    void* arguments[] = {&values, &amount};
    cudaKernelNodeParams launch = {};
    launch.func = (void*)add;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(8);
    launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, graph, &fill, 1, &launch);
    cudaGraphAddMemcpyNode1D(&copy, graph, &kernel, 1, host, values, sizeof(host), cudaMemcpyDeviceToHost);
    cudaHostNodeParams call = {};
    call.fn = tell;
    call.userData = host;
    cudaGraphAddHostNode(&last, graph, &copy, 1, &call);
    cudaGraphAddMemFreeNode(&release, graph, &copy, 1, values);

    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    amount = 1000;  // the node has its own
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();
    amount = 8;
    cudaGraphExecKernelNodeSetParams(executable, kernel, &launch);
    cudaGraphLaunch(executable, 0);
    cudaDeviceSynchronize();

    cudaGraph_t clone, rest;
    const cudaError_t cloned = cudaGraphClone(&clone, graph);  // not with nodes that allocate
    cudaGraphCreate(&rest, 0);
    cudaGraphNode_t empty, after;
    cudaGraphAddEmptyNode(&empty, rest, nullptr, 0);
    cudaGraphAddEmptyNode(&after, rest, &empty, 1);
    cudaGraphClone(&clone, rest);
    size_t count = 0;
    cudaGraphGetNodes(clone, nullptr, &count);
    cudaGraphNodeType types[4];
    cudaGraphNode_t all[] = {fill, kernel, copy, last};
    for (int i = 0; i < 4; ++i) cudaGraphNodeGetType(all[i], &types[i]);
    std::printf("types %d %d %d %d, clone: %s, of the rest %zu\n", types[0], types[1], types[2], types[3],
                cudaGetErrorString(cloned), count);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    cudaGraphDestroy(rest);
    cudaGraphDestroy(clone);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
