"""Calls while a stream is captured, in each mode, of a stream that the legacy default stream waits for and of another one."""
from matrix import Case, judge

# What another thread could meanwhile do to the captured work: a relaxed capture allows it.
UNSAFE = """cudaMalloc(&q, 4); cudaMallocPitch(&q, &pitch, 4, 4); cudaMallocHost(&q, 4); cudaHostAlloc(&q, 4, 0); cudaMallocManaged(&q, 4);
cudaMallocArray(&array, &floats, 4, 4); cudaHostRegister(host + number, 4, 0); cudaFree(freed[number]); cudaFreeHost(pinned[number]);
cudaStreamSynchronize(other); cudaStreamQuery(other); cudaEventSynchronize(before); cudaEventQuery(before); cuMemAlloc(&address, 4)"""
# What asks for the captured work itself.
OF_CAPTURE = """cudaStreamSynchronize(stream); cudaStreamQuery(stream); cudaDeviceSynchronize(); cuStreamSynchronize(stream); cudaEventQuery(inside);
cudaEventSynchronize(inside); cudaStreamWaitEvent(stream, before, 0); cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)"""
LEGACY = """one<<<1, 1>>>(p); cudaMemcpyAsync(p, host, 4, cudaMemcpyHostToDevice); cudaMemset(p, 0, 4); cudaMemsetAsync(p, 0, 4); cudaEventRecord(late);
cudaMallocAsync(&q, 4, nullptr); cudaLaunchHostFunc(nullptr, nothing, nullptr); cudaMemcpyToSymbol(variable, host, 4)"""
LEGACY_WAITS = """cudaMemcpy(p, host, 4, cudaMemcpyHostToDevice); cudaMemcpy2D(p, 4, host, 4, 4, 1, cudaMemcpyHostToDevice); cudaStreamSynchronize(nullptr);
cudaStreamQuery(cudaStreamLegacy)"""
ALLOWED = """one<<<1, 1, 0, stream>>>(p); cudaMemcpyAsync(p, pinned[0], 4, cudaMemcpyHostToDevice, stream); cudaMemsetAsync(p, 0, 4, stream);
cudaEventRecord(inside, stream); cudaStreamWaitEvent(stream, inside, 0); cudaStreamWaitEvent(stream, before, cudaEventWaitExternal);
cudaLaunchHostFunc(stream, nothing, nullptr); cudaMallocAsync(&q, 4, stream); one<<<1, 1, 0, other>>>(p); cudaMemsetAsync(p, 0, 4, other);
cudaStreamCreate(&made); cudaEventCreate(&late); cudaMemGetInfo(&pitch, &pitch); cudaFree(nullptr); cudaStreamIsCapturing(stream, &status)"""

cases = []
for calls, refused in (
    (UNSAFE, lambda relaxed, blocking: not relaxed),
    (OF_CAPTURE, lambda relaxed, blocking: True),
    (LEGACY, lambda relaxed, blocking: blocking),
    (LEGACY_WAITS, lambda relaxed, blocking: blocking or not relaxed),
    (ALLOWED, lambda relaxed, blocking: False),
):
    for call in map(str.strip, calls.split(";")):
        for mode in "Global", "ThreadLocal", "Relaxed":
            for stream in "blocking", "free":
                statements = f"""{{ const int number = {len(cases)}; cudaStream_t stream = {stream}; cudaStreamBeginCapture(stream, cudaStreamCaptureMode{mode});
                    cudaEventRecord(inside, stream); {call}; cudaStreamEndCapture(stream, &graph); cudaGetLastError(); }}"""
                cases.append(Case(f"{call}, {mode}, {stream}", statements, refused(mode == "Relaxed", stream == "blocking")))
judge(
    cases,
    {"refused-call", "bad-launch"},
    "#include <cuda.h>\n__global__ void one(int* p) { if (p) *p = 1; }\n__device__ int variable;\nvoid nothing(void*) {}\n"
    f"int host[{len(cases)}], *freed[{len(cases)}], *pinned[{len(cases)}];",
    "int *p, *q; size_t pitch; cudaArray_t array; CUdeviceptr address; cudaGraph_t graph; cudaStreamCaptureStatus status;\n"
    "const auto floats = cudaCreateChannelDesc<float>(); cudaStream_t blocking, free, other, made; cudaEvent_t before, inside, late;\n"
    "cudaMalloc(&p, 4); cudaStreamCreate(&blocking); cudaStreamCreateWithFlags(&free, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&other, 1);\n"
    "cudaEventCreate(&before); cudaEventCreate(&inside); cudaEventCreate(&late); cudaEventRecord(before, other); cudaDeviceSynchronize();\n"
    "for (int*& one : freed) cudaMalloc(&one, 4); for (int*& one : pinned) cudaMallocHost(&one, 4);",
)
# SPDX-License-Identifier: Apache-2.0
