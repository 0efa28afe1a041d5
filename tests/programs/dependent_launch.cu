// Programmatic dependent launch: kernels that begin while the one before them ends, by every way to say so.
// Feature: programmatic dependent launch: the attributes, `griddepcontrol`, programmatic events and edges of graphs
// Kernel: scale
// Prints: chain right, driver right, event right, edge right
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdio>

constexpr int n = 256, block = 64;

__global__ void count(int* values) {
    cudaTriggerProgrammaticLaunchCompletion();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = i;  // may be: race-streams
}

__global__ void scale(const int* values, int* scaled) {
    asm volatile("griddepcontrol.launch_dependents;");
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef WRONG
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    scaled[i] = 2 * values[i];  // expect: race-streams
}

// A warp waits for all, which meet it.
__global__ void reverse(const int* scaled, int* reversed) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 32) cudaGridDependencySynchronize();
    __syncthreads();
    reversed[n - 1 - i] = scaled[i];
}

bool is_right(const int* reversed) {
    int values[n];
    cudaMemcpy(values, reversed, sizeof(values), cudaMemcpyDeviceToHost);
    bool right = true;
    for (int i = 0; i < n; ++i) right = right && values[n - 1 - i] == 2 * i;
    return right;
}

cudaLaunchAttribute early() {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    return attribute;
}

template <class... Parameters, class... Arguments>
void launch(cudaLaunchAttribute attribute, cudaStream_t stream, void (*kernel)(Parameters...), Arguments... arguments) {
    cudaLaunchConfig_t config = {};
    config.gridDim = n / block;
    config.blockDim = block;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, arguments...);
}

bool by_driver(cudaStream_t stream, int* values, int* scaled, int* reversed) {
    cudaFunction_t kernel;
    cudaGetFuncBySymbol(&kernel, (const void*)reverse);
    CUlaunchAttribute attribute = {};
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed = 1;
    CUlaunchConfig config = {n / block, 1, 1, block, 1, 1, 0, stream, &attribute, 1};
    void* arguments[] = {&scaled, &reversed};
    count<<<n / block, block, 0, stream>>>(values);
    launch(early(), stream, scale, static_cast<const int*>(values), scaled);
    const bool done = cuLaunchKernelEx(&config, kernel, arguments, nullptr) == CUDA_SUCCESS;
    cudaStreamSynchronize(stream);
    return done && is_right(reversed);
}

// The event is recorded when all blocks have triggered; who waits for it may wait for the launch.
bool by_event(cudaStream_t stream, int* values, int* scaled, int* reversed) {
    cudaStream_t other;
    cudaStreamCreate(&other);
    cudaEvent_t triggered;
    cudaEventCreateWithFlags(&triggered, cudaEventDisableTiming);
    cudaLaunchAttribute records = {};
    records.id = cudaLaunchAttributeProgrammaticEvent;
    records.val.programmaticEvent.event = triggered;
    launch(records, stream, count, values);
    cudaStreamWaitEvent(other, triggered, 0);
    scale<<<n / block, block, 0, other>>>(values, scaled);
    reverse<<<n / block, block, 0, other>>>(scaled, reversed);
    cudaDeviceSynchronize();
    cudaEventDestroy(triggered);
    cudaStreamDestroy(other);
    return is_right(reversed);
}

bool by_edge(cudaStream_t stream, int* values, int* scaled, int* reversed) {
    void* arguments[3][2] = {{&values}, {&values, &scaled}, {&scaled, &reversed}};
    void* kernels[] = {(void*)count, (void*)scale, (void*)reverse};
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    cudaGraphNode_t nodes[3];
    for (int i = 0; i < 3; ++i) {
        cudaKernelNodeParams parameters = {};
        parameters.func = kernels[i];
        parameters.gridDim = n / block;
        parameters.blockDim = block;
        parameters.kernelParams = arguments[i];
        cudaGraphAddKernelNode(&nodes[i], graph, nullptr, 0, &parameters);
    }
    cudaGraphEdgeData edges[2] = {};
    for (cudaGraphEdgeData& edge : edges) {
        edge.type = cudaGraphDependencyTypeProgrammatic;
        edge.from_port = cudaGraphKernelNodePortProgrammatic;
    }
    cudaGraphAddDependencies(graph, nodes, nodes + 1, edges, 2);
    cudaGraphExec_t executable;
    cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphLaunch(executable, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(executable);
    cudaGraphDestroy(graph);
    return is_right(reversed);
}

int main() {
    int *values, *scaled, *reversed;
    cudaMalloc(&values, n * sizeof(int));
    cudaMalloc(&scaled, n * sizeof(int));
    cudaMalloc(&reversed, n * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    count<<<n / block, block, 0, stream>>>(values);
    launch(early(), stream, scale, static_cast<const int*>(values), scaled);
    launch(early(), stream, reverse, static_cast<const int*>(scaled), reversed);
    cudaStreamSynchronize(stream);
    const bool chain = is_right(reversed), driver = by_driver(stream, values, scaled, reversed),
               event = by_event(stream, values, scaled, reversed), edge = by_edge(stream, values, scaled, reversed);
    std::printf("chain %s, driver %s, event %s, edge %s\n", chain ? "right" : "wrong", driver ? "right" : "wrong",
                event ? "right" : "wrong", edge ? "right" : "wrong");
    cudaStreamDestroy(stream);
    for (int* const array : {values, scaled, reversed}) cudaFree(array);
    return chain && driver && event && edge ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
