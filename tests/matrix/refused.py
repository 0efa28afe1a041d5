"""Calls that CUDA refuses, and what the program does with their status: only a status that nothing looks at is a finding."""
from matrix import Case, judge

CALLS = {
    "memory of no pointer": "cudaMalloc((int**)nullptr, 4)",
    "too much memory": "cudaMalloc(&q, (size_t)1 << 60)",
    "unknown flags of a stream": "cudaStreamCreateWithFlags(&other, 5)",
    "unknown flags of an event": "cudaEventCreateWithFlags(&event, 99)",
    "an event without a stream": "cudaEventRecord(event, (cudaStream_t)host)",
    "a time without events": "cudaEventElapsedTime(&time, event, event)",
    "a narrow pitch": "cudaMemcpy2D(p, 8, host, 16, 16, 3, cudaMemcpyHostToDevice)",
    "an unknown direction": "cudaMemcpy(p, host, 64, (cudaMemcpyKind)7)",
    "an unknown limit": "cudaDeviceSetLimit((cudaLimit)99, 1)",
    "another device": "cudaSetDevice(99)",
    "no symbol": "cudaMemcpyFromSymbol(host, host, 4)",
    "no graph": "cudaGraphInstantiate(&graph, nullptr, 0)",
    "a texture of no memory": "cudaCreateTextureObject(&image, &resource, &how, nullptr)",
    "too much shared memory": "cudaFuncSetAttribute(one, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20)",
    "memory that is not registered": "cudaHostUnregister(host)",
    "no kernel": "cudaLaunchKernel((const void*)host, 1, 1, nullptr, 0, nullptr)",
    "a batch of no copies": "cudaMemcpyBatchAsync(&p, &q, nullptr, 0, nullptr, nullptr, 0, stream)",
    "a batch of boxes of no copies, by the driver": "cuMemcpy3DBatchAsync(0, nullptr, 0, stream)",
    "memory of no bytes, by the driver": "cuMemAlloc(&address, 0)",
}
WITHOUT_HARM = {
    "a free of nothing": "cudaFree(0)",
    "a query": "cudaStreamQuery(stream)",
    "memory that is registered": "cudaHostRegister(registered, 64, 0)",
    "a peer that is not enabled": "cudaDeviceDisablePeerAccess(0)",
    "a hint that does not fit": "cudaFuncSetAttribute(one, cudaFuncAttributePreferredSharedMemoryCarveout, 101)",
    "advice for memory that is not managed": "cudaMemAdvise(p, 64, cudaMemAdviseSetReadMostly, 0)",
    "no stream to destroy": "cudaStreamDestroy(nullptr)",
    "no event to destroy": "cudaEventDestroy(nullptr)",
}
NULL = """
cudaStreamGetFlags(stream, nullptr); cudaStreamGetPriority(stream, nullptr); cudaStreamIsCapturing(stream, nullptr); cudaGetDeviceFlags(nullptr);
cudaDeviceGetCacheConfig(nullptr); cudaDeviceGetSharedMemConfig(nullptr); cudaDeviceGetDefaultMemPool(nullptr, 0); cudaDeviceGetMemPool(nullptr, 0);
cudaGetSymbolAddress((void**)nullptr, variable); cudaGetSymbolSize(nullptr, variable); cudaFuncGetAttributes(nullptr, one); cudaGraphClone(nullptr, nodes);
cudaDeviceGetByPCIBusId(nullptr, "0000:00:00.0"); cudaGraphAddDependencies(nodes, nullptr, nullptr, 1); cudaGraphAddEmptyNode(nullptr, nodes, nullptr, 0);
cudaMallocFromPoolAsync((void**)&q, 4, nullptr, stream); cudaSetValidDevices(nullptr, 1); cudaLaunchKernel((const void*)one, 1, 1, nullptr, 0, stream);
cudaGraphLaunch(nullptr, stream); cudaThreadExchangeStreamCaptureMode(nullptr); cudaHostGetFlags(nullptr, registered); cudaPointerGetAttributes(nullptr, p);
cuDeviceTotalMem(nullptr, 0); cuCtxGetCurrent(nullptr); cuDevicePrimaryCtxRetain(nullptr, 0); cuModuleUnload(nullptr); cuStreamCreate(nullptr, 0)
"""
UNREAD = {
    "a statement": "{};",
    "cast to void": "(void){};",
    "static_cast to void": "static_cast<void>({});",
    "given to std::ignore": "std::ignore = {};",
    "behind if": "if (yes) {};",
    "behind else": "if (!yes) ++count; else {};",
    "in a loop": "for (int i = 0; i < 2; ++i) {};",
    "before a comma": "{}, ++count;",
    "behind a label": "switch (yes) {{ case 1: {}; }}",
    "in a lambda": "[&] {{ {}; }}();",
    "in a macro": "RUN_{1}();",
    "in a macro that drops it": "ONLY({});",
    "a variable that nothing reads": "auto status = {};",
    "a variable that gets another value": "auto status = {0}; status = {0}; use(status); use({0});",
    "an error that the program drops": "{}; cudaGetLastError(); use(cudaGetLastError());",
}
READ = {
    "compared": "if ({} != 0) ++count;",
    "a condition": "if ({}) ++count;",
    "passed to a function": "use({});",
    "handled by a macro": "CHECK({});",
    "switched over": "switch ({}) {{ default: ++count; }}",
    "returned": "use([&] {{ return {}; }}());",
    "negated": "count += !{};",
    "a variable that is read": "const auto status = {}; use(status);",
    "a variable that a loop reads": "auto status = {0}; for (int i = 0; i < 2 && status == 0; ++i) status = {0};",
    "a variable that the next block reads": "auto status = {0}; if (yes) {{ use(status); }} status = {0}; use(status);",
    "a choice": "const auto status = {0}, next = yes ? status : {0}; use(next);",
}
READ_LATER = {
    "read by cudaGetLastError": "{}; use(cudaGetLastError());",
    "read by cudaPeekAtLastError": "(void){}; if (cudaPeekAtLastError() != cudaSuccess) ++count;",
}



def macro_of(call):
    return "".join(filter(str.isalpha, call))


cases = []
for calls, refused in (CALLS, True), (WITHOUT_HARM, False):
    for call, text in calls.items():
        for uses, unread in (UNREAD, True), (READ, False), (READ_LATER, False):
            if uses is READ_LATER and text.startswith("cuMem"):
                continue  # only the runtime keeps the last error
            for use, code in uses.items():
                statements = "{ " + code.format(text, macro_of(call)) + " cudaGetLastError(); }"
                cases.append(Case(f"{call}, {use}", statements, refused and unread))
cases += [Case(call.strip(), "{ " + call + "; cudaGetLastError(); }", True) for call in NULL.split(";")]
macros = [f"#define RUN_{macro_of(call)}() do {{ {text}; }} while (0)" for call, text in (CALLS | WITHOUT_HARM).items()]
judge(
    cases,
    {"refused-call"},
    "#include <cuda.h>\n#include <cuda_runtime.h>\n#include <tuple>\n__global__ void one(int* p) { *p = 1; }\n__device__ int variable;\nint count = 0;\n"
    "template <class T> void use(T status) { count += status != 0; }\n#define ONLY(call) (call);\n#define CHECK(call) do { if ((call) != 0) ++count; } while (0)\n" + "\n".join(macros),
    "int *p, *q, host[64]; static int registered[16]; const bool yes = true; float time; cudaStream_t stream, other; cudaEvent_t event;\n"
    "cudaGraphExec_t graph; cudaTextureObject_t image; cudaResourceDesc resource{}; cudaTextureDesc how{}; CUdeviceptr address;\n"
    "cudaGraph_t nodes; cudaGraphCreate(&nodes, 0);\n"
    "cudaMalloc(&p, 64); cudaStreamCreate(&stream); cudaEventCreate(&event); cudaHostRegister(registered, 64, 0); one<<<1, 1>>>(p);\n"
    "resource.resType = cudaResourceTypeLinear; resource.res.linear = {nullptr, cudaCreateChannelDesc<float>(), 64};",
    notes=False,
)
# SPDX-License-Identifier: Apache-2.0
