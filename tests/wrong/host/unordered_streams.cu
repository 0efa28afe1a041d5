// Wrong:  a stream uses what another one still makes: launches and copies in three streams, without
//         anything that says that the later ones come later.
// From:   a pipeline without its events
// Kernel: halve
// Says:   reads element 0 of made, an allocation of 256 bytes
// Says:   let this stream wait for it before this line (cudaStreamWaitEvent)
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
// Mended: every stream waits for an event of the one before.
#include "../program.cuh"

constexpr int n = 64;

__global__ void make(int* made) { made[threadIdx.x] = 2 * static_cast<int>(threadIdx.x); }

__global__ void halve(const int* made, int* half) {
    half[threadIdx.x] = made[threadIdx.x] / 2;  // may be: uninitialised-read
}

int main() {
    int *made = nullptr, *half = nullptr, *result = nullptr;
    cudaMalloc(&made, n * sizeof(int));
    cudaMalloc(&half, n * sizeof(int));
    cudaMallocHost(&result, n * sizeof(int));
    cudaStream_t maker, user, reader;
    cudaStreamCreate(&maker);
    cudaStreamCreate(&user);
    cudaStreamCreateWithFlags(&reader, cudaStreamNonBlocking);
    cudaEvent_t is_made, is_half;
    cudaEventCreate(&is_made);
    cudaEventCreate(&is_half);

    make<<<1, n, 0, maker>>>(made);  // may be: race-streams
    cudaEventRecord(is_made, maker);
#ifdef MENDED
    cudaStreamWaitEvent(user, is_made, 0);
#endif
    halve<<<1, n, 0, user>>>(made, half);  // expect: race-streams
    cudaEventRecord(is_half, user);
#ifdef MENDED
    cudaStreamWaitEvent(reader, is_half, 0);
#endif
    cudaMemcpyAsync(result, half, n * sizeof(int), cudaMemcpyDeviceToHost, reader);  // expect: race-streams
    cudaStreamSynchronize(reader);
#ifndef MENDED
    cudaDeviceSynchronize();
#endif
    return judge(result[n - 1], n - 1);
}
// SPDX-License-Identifier: Apache-2.0
