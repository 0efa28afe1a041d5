// Wrong:  memory is allocated and freed in the order of one stream, and used in another that does not wait for it.
// Kernel: fill
// Says:   the allocation at
// Says:   this free frees
// Says:   and nothing orders the two
// Fix:    record an event after the earlier operation (cudaEventRecord), and let this stream wait for it before this
//         line (cudaStreamWaitEvent); or use one stream for both
// Mended: events order them.
#include "../program.cuh"

__global__ void fill(int* values) { values[threadIdx.x] = 1; }

int main() {
    cudaStream_t owner, user;
    cudaStreamCreate(&owner);
    cudaStreamCreate(&user);
    cudaEvent_t allocated, used;
    cudaEventCreate(&allocated);
    cudaEventCreate(&used);
    int* values = nullptr;
    cudaMallocAsync(&values, 32 * sizeof(int), owner);
#ifdef MENDED
    cudaEventRecord(allocated, owner);
    cudaStreamWaitEvent(user, allocated, 0);
#endif
    fill<<<1, 32, 0, user>>>(values);  // expect: race-streams
#ifdef MENDED
    cudaEventRecord(used, user);
    cudaStreamWaitEvent(owner, used, 0);
#endif
    cudaFreeAsync(values, owner);  // expect: race-streams
    cudaDeviceSynchronize();
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
