// Statuses of CUDA's calls with right and wrong arguments, and some of the values that they give, in the order of an
// H200's.
#include <cuda_profiler_api.h>
#include <cstdio>
#include <cstring>
#include <string>

__global__ void plain(int* at) {
    if (at) *at = 1;
}
__global__ void fixed(int* at) {
    __shared__ int all[1024];
    all[threadIdx.x] = 1;
    __syncthreads();
    if (at) *at = all[0];
}
__global__ void __launch_bounds__(128) narrow(int* at) {
    if (at) *at = 2;
}
__global__ void sized(int* at) {
    extern __shared__ int words[];
    words[0] = 1;
    if (at) *at = words[0];
}
__device__ int variable[16];
__constant__ int constant[16];
__managed__ int managed[4];

// Neighbours of one call stand in one line, each with its number.
void status(const char* call, cudaError_t now) {
    static int number = 0;
    static std::string row;
    const std::string name(call, std::strcspn(call, "("));
    const cudaError_t last = cudaGetLastError();
    if (name == row)
        std::printf(",");
    else
        std::printf("%s%s:", number == 0 ? "" : "\n", name.c_str());
    row = name;
    std::printf(" %d %s", ++number, cudaGetErrorName(now));
    if (last != now) std::printf(" but the last error is %s", cudaGetErrorName(last));
}
#define CALL(...) status(#__VA_ARGS__, (__VA_ARGS__))
template <class... Numbers>
void value(const char* format, Numbers... numbers) {
    std::printf(" (");
    std::printf(format, numbers...);
    std::printf(")");
}
void launch(void (*kernel)(int*), int* at, dim3 grid, dim3 block, size_t bytes = 0) {
    kernel<<<grid, block, bytes>>>(at);
    status("launch", cudaPeekAtLastError());
    status("wait", cudaDeviceSynchronize());
}

int *p = nullptr, *q = nullptr, *pinned = nullptr, host[16] = {};
cudaStream_t s, other;
cudaEvent_t e, f, untimed;

void memory() {
    size_t pitch = 0, bytes = 0;
    CALL(cudaMalloc(&p, 0));
    value("null %d", p == nullptr);
    CALL(cudaMalloc((int**)nullptr, 4));
    CALL(cudaMalloc(&p, 64));
    CALL(cudaMalloc(&q, size_t{1} << 60));
    for (int* const freed : {(int*)nullptr, host, p + 1}) CALL(cudaFree(freed));
    struct copy {
        void* to;
        const void* from;
        size_t bytes;
        int kind;
    };
    for (const copy& c : {copy{p, host, 64, cudaMemcpyHostToDevice},
                          {host, p, 64, cudaMemcpyDefault},
                          {p, host, 64, 7},
                          {nullptr, host, 64, cudaMemcpyHostToDevice},
                          {p, nullptr, 64, cudaMemcpyHostToDevice},
                          {nullptr, nullptr, 0, cudaMemcpyHostToDevice},
                          {p, host, 65, cudaMemcpyHostToDevice},
                          {host, p, 64, cudaMemcpyHostToDevice},
                          {p, host, 64, cudaMemcpyDeviceToHost},
                          {host, host + 8, 32, cudaMemcpyDeviceToDevice},
                          {host, host + 8, 32, cudaMemcpyHostToHost},
                          {p, p + 4, 16, cudaMemcpyDeviceToDevice}})
        CALL(cudaMemcpy(c.to, c.from, c.bytes, (cudaMemcpyKind)c.kind));
    struct fill {
        void* to;
        size_t bytes;
    };
    for (const fill& one : {fill{p, 64}, {p, 65}, {nullptr, 4}, {nullptr, 0}, {host, 4}})
        CALL(cudaMemset(one.to, 0, one.bytes));
    CALL(cudaMemcpyToSymbol(variable, host, 64));
    CALL(cudaMemcpyToSymbol(variable, host, 65));
    CALL(cudaMemcpyToSymbol(variable, host, 32, 33));
    CALL(cudaMemcpyToSymbol(constant, host, 64));
    CALL(cudaMemcpyFromSymbol(host, constant, 64));
    CALL(cudaMemcpyToSymbol(managed, host, 16));
    CALL(cudaGetSymbolAddress((void**)&q, variable));
    CALL(cudaGetSymbolSize(&bytes, constant));
    value("%zu", bytes);

    CALL(cudaMallocPitch(&q, &pitch, 100, 3));
    value("pitch %zu", pitch);
    struct rows {
        size_t to_pitch, from_pitch, width, height;
    };
    for (const rows& r :
         {rows{pitch, 16, 16, 4}, {8, 16, 16, 3}, {pitch, 16, 16, 3}, {pitch, 0, 16, 3}, {pitch, 16, 0, 3}})
        CALL(cudaMemcpy2D(q, r.to_pitch, host, r.from_pitch, r.width, r.height, cudaMemcpyHostToDevice));
    for (const size_t of : {pitch, size_t{50}}) CALL(cudaMemset2D(q, of, 0, 100, 3));
    CALL(cudaFree(q));
    CALL(cudaMallocPitch(&q, &pitch, 0, 3));
    CALL(cudaMallocPitch(&q, &pitch, 1, 1));
    value("pitch %zu", pitch);
    CALL(cudaFree(q));

    for (const size_t size : {64, 0}) CALL(cudaMallocHost(&pinned, size));
    for (int* const freed : {(int*)nullptr, host}) CALL(cudaFreeHost(freed));
    CALL(cudaHostAlloc(&pinned, 64, cudaHostAllocMapped));
    CALL(cudaHostAlloc(&q, 64, 77));
    CALL(cudaHostGetDevicePointer(&q, pinned, 0));
    CALL(cudaHostGetDevicePointer(&q, host, 0));
    CALL(cudaHostGetDevicePointer(&q, pinned, 3));
    for (const size_t size : {64, 64, 0}) CALL(cudaHostRegister(host, size, 0));
    for (int i = 0; i < 2; ++i) CALL(cudaHostUnregister(host));
    CALL(cudaFreeHost(pinned));
    CALL(cudaMallocManaged(&q, 0));
    CALL(cudaMallocManaged(&q, 64, 9));
    CALL(cudaMallocManaged(&q, 64));
    CALL(cudaFree(q));
    cudaPointerAttributes of;
    for (int* const pointer : {p, host}) {
        CALL(cudaPointerGetAttributes(&of, pointer));
        value("type %d dev %d", of.type, of.device);
    }
    for (int* const pointer : {(int*)nullptr, &managed[0]}) {
        CALL(cudaPointerGetAttributes(&of, pointer));
        value("type %d", of.type);
    }
}

void streams_and_events() {
    unsigned flags;
    int priority, least, most;
    float time;
    CALL(cudaStreamCreate(&s));
    CALL(cudaStreamCreate(nullptr));
    CALL(cudaStreamCreateWithFlags(&other, 5));
    CALL(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CALL(cudaStreamQuery(s));
    CALL(cudaStreamSynchronize(nullptr));
    for (const cudaStream_t destroyed : {(cudaStream_t) nullptr, cudaStreamLegacy}) CALL(cudaStreamDestroy(destroyed));
    CALL(cudaStreamGetFlags(other, &flags));
    value("%u", flags);
    CALL(cudaStreamGetPriority(s, &priority));
    value("%d", priority);
    CALL(cudaDeviceGetStreamPriorityRange(&least, &most));
    value("%d %d", least, most);

    CALL(cudaEventCreate(&e));
    CALL(cudaEventCreateWithFlags(&f, 99));
    CALL(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    CALL(cudaEventCreate(&f));
    CALL(cudaEventQuery(e));
    CALL(cudaEventSynchronize(e));
    CALL(cudaEventElapsedTime(&time, e, f));
    CALL(cudaEventRecord(e, s));
    CALL(cudaEventElapsedTime(&time, e, f));
    CALL(cudaEventRecord(f, other));
    for (const cudaEvent_t one : {f, e}) CALL(cudaEventSynchronize(one));
    CALL(cudaEventElapsedTime(&time, e, f));
    CALL(cudaEventRecord(untimed, s));
    CALL(cudaEventSynchronize(untimed));
    CALL(cudaEventElapsedTime(&time, e, untimed));
    for (const unsigned how : {0, 7}) CALL(cudaStreamWaitEvent(s, e, how));
    CALL(cudaStreamWaitEvent(s, nullptr, 0));
    CALL(cudaEventDestroy(nullptr));
    CALL(cudaEventRecord(nullptr, s));
}

void kernels() {
    launch(plain, p, 1, 1);
    launch(plain, p, 0, 1);
    launch(plain, p, 1, 0);
    launch(plain, p, 1, 1024);
    launch(plain, p, 1, 1025);
    for (const dim3 grid : {dim3(1, 65536), dim3(1, 65535), dim3(1, 1, 65536)}) launch(plain, nullptr, grid, 1);
    for (const dim3 block : {dim3(1, 1, 65), dim3(1, 1025), dim3(32, 33)}) launch(plain, nullptr, 1, block);
    for (const unsigned threads : {128, 129}) launch(narrow, p, 1, threads);
    for (const unsigned bytes : {48 << 10, (48 << 10) + 1}) launch(sized, p, 1, 1, bytes);
    for (const unsigned bytes : {44 << 10, 45 << 10}) launch(fixed, p, 1, 1, bytes);
    const void* const none = host;
    constexpr auto dynamic = cudaFuncAttributeMaxDynamicSharedMemorySize;
    constexpr auto carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
    CALL(cudaFuncSetAttribute(sized, dynamic, 100 << 10));
    launch(sized, p, 1, 1, 100 << 10);
    for (const int bytes : {1 << 20, -1}) CALL(cudaFuncSetAttribute(sized, dynamic, bytes));
    CALL(cudaFuncSetAttribute(none, dynamic, 1));
    CALL(cudaFuncSetAttribute(sized, (cudaFuncAttribute)55, 1));
    for (const int percent : {101, 50}) CALL(cudaFuncSetAttribute(sized, carveout, percent));
    cudaFuncAttributes of;
    CALL(cudaFuncGetAttributes(&of, fixed));
    value("shared %zu const %zu max %d", of.sharedSizeBytes, of.constSizeBytes, of.maxDynamicSharedSizeBytes);
    CALL(cudaFuncGetAttributes(&of, narrow));
    value("threads %d", of.maxThreadsPerBlock);
    CALL(cudaFuncGetAttributes(&of, none));

    void* arguments[] = {&p};
    CALL(cudaLaunchKernel((void*)plain, 1, 1, arguments, 0, s));
    CALL(cudaLaunchKernel(none, 1, 1, arguments, 0, s));
    CALL(cudaLaunchKernel((void*)plain, 1, 2000, arguments, 0, s));
    CALL(cudaLaunchCooperativeKernel((void*)plain, 1, 32, arguments, 0, s));
    CALL(cudaLaunchCooperativeKernel((void*)plain, 1000000, 1024, arguments, 0, s));
    CALL(cudaLaunchHostFunc(s, [](void*) {}, nullptr));
    CALL(cudaLaunchHostFunc(s, nullptr, nullptr));
    CALL(cudaStreamSynchronize(s));
    int blocks;
    CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 1024, 0));
    value("%d", blocks);
    CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 0, 0));
    CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 2048, 0));
    value("%d", blocks);
    CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sized, 32, 100 << 10));
    value("%d", blocks);
}

void device_and_pools() {
    int number;
    size_t bytes;
    for (const int device : {-1, 99}) CALL(cudaSetDevice(device));
    CALL(cudaGetDevice(&number));
    CALL(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
    value("%d", number);
    CALL(cudaDeviceGetAttribute(&number, (cudaDeviceAttr)100000, 0));
    CALL(cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 99));
    CALL(cudaDeviceCanAccessPeer(&number, 0, 0));
    value("%d", number);
    CALL(cudaDeviceEnablePeerAccess(0, 0));
    CALL(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    CALL(cudaDeviceSetLimit((cudaLimit)99, 1));
    CALL(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));

    CALL(cudaMallocAsync(&q, 64, s));
    CALL(cudaFreeAsync(q, s));
    CALL(cudaStreamSynchronize(s));
    CALL(cudaMallocAsync(&q, 0, s));
    CALL(cudaFreeAsync(nullptr, s));
    cudaMemPool_t pool;
    for (const int device : {0, 5}) {
        cudaMemPool_t found;
        CALL(cudaDeviceGetDefaultMemPool(&found, device));
        if (device == 0) pool = found;
    }
    unsigned long long kept = 1 << 20;
    CALL(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    CALL(cudaMemPoolTrimTo(pool, 0));
    CALL(cudaMemPoolDestroy(pool));
}

template <class Calls>
void capture(cudaStreamCaptureMode mode, cudaGraph_t* graph, Calls calls) {
    CALL(cudaStreamBeginCapture(s, mode));
    calls();
    CALL(cudaStreamEndCapture(s, graph));
}

void graphs() {
    cudaGraph_t graph;
    cudaGraphExec_t run;
    size_t nodes;
    CALL(cudaStreamBeginCapture(nullptr, cudaStreamCaptureModeGlobal));
    CALL(cudaStreamEndCapture(s, &graph));
    capture(cudaStreamCaptureModeGlobal, &graph, [] {
        CALL(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
        CALL(cudaMemsetAsync(p, 0, 64, s));
        CALL(cudaStreamQuery(s));
    });
    capture(cudaStreamCaptureModeThreadLocal, &graph, [] {
        void* arguments[] = {&p};
        CALL(cudaMemsetAsync(p, 0, 64, s));
        CALL(cudaLaunchKernel((void*)plain, 1, 1, arguments, 0, s));
    });
    CALL(cudaGraphInstantiate(&run, graph, 0));
    CALL(cudaGraphLaunch(run, s));
    CALL(cudaStreamSynchronize(s));
    CALL(cudaGraphGetNodes(graph, nullptr, &nodes));
    value("%zu", nodes);
    CALL(cudaGraphExecDestroy(run));
    CALL(cudaGraphDestroy(graph));

    for (const auto mode : {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeRelaxed})
        capture(mode, &graph, [] { CALL(cudaMalloc(&q, 64)); });
    capture(cudaStreamCaptureModeGlobal, &graph, [] {
        CALL(cudaEventRecord(e, s));
        CALL(cudaStreamWaitEvent(other, e, 0));
        CALL(cudaMemsetAsync(p, 0, 4, other));
    });
    CALL(cudaStreamSynchronize(other));
    capture(cudaStreamCaptureModeGlobal, &graph, [] { CALL(cudaDeviceSynchronize()); });
    capture(cudaStreamCaptureModeGlobal, &graph, [] { CALL(cudaMemcpy(host, p, 4, cudaMemcpyDeviceToHost)); });
    capture(cudaStreamCaptureModeGlobal, &graph, [] { CALL(cudaEventQuery(f)); });
    cudaStreamCaptureStatus state;
    CALL(cudaStreamIsCapturing(s, &state));
    value("%d", state);
    for (const unsigned flags : {0, 1}) {
        cudaGraph_t made;
        CALL(cudaGraphCreate(&made, flags));
        if (flags == 0) graph = made;
    }
    cudaGraphNode_t node;
    CALL(cudaGraphAddEmptyNode(&node, graph, nullptr, 0));
    CALL(cudaGraphAddEmptyNode(&node, graph, &node, 1));
    CALL(cudaGraphInstantiate(&run, graph, 0));
}

void textures() {
    cudaArray_t array;
    cudaTextureObject_t texture;
    cudaResourceDesc memory{};
    cudaTextureDesc how{};
    const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
    for (const size_t extent : {16, 0, 1 << 20})
        CALL(cudaMallocArray(&array, &floats, extent, extent == 16 ? 4 : extent));
    CALL(cudaFreeArray(nullptr));
    const auto create = [&] { CALL(cudaCreateTextureObject(&texture, &memory, &how, nullptr)); };
    how.readMode = cudaReadModeElementType;
    memory.resType = cudaResourceTypeLinear;
    for (int* const begin : {p, p + 1, (int*)nullptr}) {
        memory.res.linear = {begin, floats, 64};
        create();
    }
    memory.resType = cudaResourceTypePitch2D;
    for (const size_t pitch : {20, 32}) {
        memory.res.pitch2D = {p, floats, 4, 2, pitch};
        create();
    }
    how.filterMode = cudaFilterModeLinear;
    create();
    memory.res.pitch2D.desc = cudaCreateChannelDesc<int>();
    create();
    CALL(cudaDestroyTextureObject(0));
}

void hints_and_clusters() {
    const cudaMemLocation device{cudaMemLocationTypeDevice, 0};
    CALL(cudaMemPrefetchAsync(p, 64, device, 0, s));
    CALL(cudaMemAdvise(host, 64, cudaMemAdviseSetReadMostly, device));
    CALL(cudaMemcpyPeer(p, 0, p, 0, 4));
    CALL(cudaMemGetInfo(nullptr, nullptr));
    CALL(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
    CALL(cudaProfilerStart());
    CALL(cudaStreamDestroy(s));
    CALL(cudaEventDestroy(e));
    for (int i = 0; i < 2; ++i) CALL(cudaFree(p));
    CALL(cudaMemcpyFromSymbol(host, host, 4));
    CALL(cudaGetSymbolAddress((void**)&q, host));

    cudaLaunchConfig_t config{};
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    config.blockDim = 32;
    config.attrs = &cluster;
    config.numAttrs = 1;
    const auto launch = [&](unsigned blocks, unsigned of_cluster) {
        cluster.val.clusterDim = {of_cluster, 1, 1};
        config.gridDim = blocks;
        CALL(cudaLaunchKernelEx(&config, plain, (int*)nullptr));
    };
    launch(3, 2);
    launch(4, 2);
    launch(16, 16);
    CALL(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    launch(16, 16);
    CALL(cudaDeviceSynchronize());
    CALL(cudaDeviceReset());
    CALL(cudaFree(nullptr));
}

int main() {
    memory();
    streams_and_events();
    kernels();
    device_and_pools();
    graphs();
    textures();
    hints_and_clusters();
    std::printf("\n");
}
// SPDX-License-Identifier: Apache-2.0
