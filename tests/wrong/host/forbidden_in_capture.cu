// Wrong:  a capture forbids the calls, and nothing looks at their status: the capture becomes invalid.
// Kernel: next
// Says:   cudaStreamSynchronize() returns cudaErrorStreamCaptureUnsupported, and the program does not look at it
// Says:   cudaMalloc() returns cudaErrorStreamCaptureUnsupported
// Says:   cudaEventQuery() returns cudaErrorCapturedEvent
// Says:   cudaStreamWaitEvent() returns cudaErrorStreamCaptureIsolation
// Says:   launched into the legacy default stream
// Fix:    correct the call, and check the status of each call
// Fix:    launch it into a stream of its own, or after the capture
// Mended: they stand before the captures or behind them, or another mode allows them.
#include "../program.cuh"

__global__ void next(int* x) { ++x[threadIdx.x]; }

int main() {
#ifdef MENDED
    constexpr bool wrong = false;
#else
    constexpr bool wrong = true;
#endif
    int *const values = to_device(std::vector<int>(32)), *more = nullptr;
    cudaStream_t stream, other;
    cudaStreamCreate(&stream);
    cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
    cudaEvent_t inside, before;
    cudaEventCreate(&inside);
    cudaEventCreate(&before);
    cudaEventRecord(before, other);
    cudaDeviceSynchronize();
    const auto run_five_times = [&](auto forbidden, cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal) {
        cudaGraph_t graph;
        cudaGraphExec_t executable;
        cudaStreamBeginCapture(stream, mode);
        next<<<1, 32, 0, stream>>>(values);
        cudaEventRecord(inside, stream);
        forbidden();
        cudaStreamEndCapture(stream, &graph);
        cudaGraphInstantiate(&executable, graph, 0);
        for (int i = 0; i < 5; ++i) cudaGraphLaunch(executable, stream);
        cudaStreamSynchronize(stream);
    };
    run_five_times([&] {
        if (wrong) cudaStreamSynchronize(stream);  // expect: refused-call
    });
    run_five_times([&] { cudaMalloc(&more, 4); },  // expect: refused-call
                   wrong ? cudaStreamCaptureModeThreadLocal : cudaStreamCaptureModeRelaxed);
    run_five_times([&] {
        if (wrong) cudaEventQuery(inside);  // expect: refused-call
    });
    run_five_times([&] {
        cudaStreamWaitEvent(stream, before, wrong ? 0 : cudaEventWaitExternal);  // expect: refused-call
    });
    run_five_times([&] {
        next<<<1, 32, 0, wrong ? nullptr : stream>>>(values);  // expect: bad-launch
    });
    const auto got = to_host(values, 32);
    std::puts(got[5] == 30 ? "right" : "wrong");
    return got[5] != 30;
}
// SPDX-License-Identifier: Apache-2.0
