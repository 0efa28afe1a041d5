// Wrong:  cudaFree() takes memory of a pool back while a kernel may still use it.
// From:   programs that moved from cudaMalloc() to cudaMallocAsync(), but for one cudaFree(), which waits elsewhere
// Kernel: fill
// Says:   this free frees element 0 of made
// Fix:    call cudaStreamSynchronize() before this line, for the stream of the earlier operation
// Mended: the host waits before it frees; or the stream frees, in its order.
#include "../program.cuh"

constexpr int n = 64;

__global__ void fill(int* made) { made[threadIdx.x] = 2 * static_cast<int>(threadIdx.x); }

int main() {
    int *made = nullptr, *kept = nullptr;
    cudaMalloc(&kept, sizeof(int));
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < 2; ++i) {
        cudaMallocAsync(&made, n * sizeof(int), stream);
        fill<<<1, n, 0, stream>>>(made);
        cudaMemcpyAsync(kept, made + n - 1, sizeof(int), cudaMemcpyDeviceToDevice, stream);
#ifdef MENDED
        if (i == 0) {
            cudaFreeAsync(made, stream);
            continue;
        }
        cudaStreamSynchronize(stream);
#endif
        cudaFree(made);  // expect: race-streams
    }
    return judge(to_host(kept, 1)[0], 2 * (n - 1));
}
// SPDX-License-Identifier: Apache-2.0
