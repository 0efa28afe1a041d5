// Wrong:  every thread fences before a barrier, and one thread tells the other blocks. The fences are not of sequential
//         consistency, so only the telling thread's own fence would release.
// From:   PTX's memory model: fence.acq_rel releases for its own thread, fence.sc is in one order with all others
// Kernel: reverse
// Fix:    if the old value is wanted, write to another array; if the new one, use two launches, or write the data, call
//         __threadfence(), and set an atomic flag: the other block waits until an atomic read sees the flag, calls
//         __threadfence(), and then reads the data
// Mended: fences of sequential consistency, as __threadfence() is.
#include <cuda/atomic>

#include "../program.cuh"

#ifdef MENDED
#define ORDER cuda::memory_order_seq_cst
#else
#define ORDER cuda::memory_order_acq_rel
#endif

__device__ unsigned arrived;

__global__ void reverse(int* in, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    in[i] = static_cast<int>(i);
    cuda::atomic_thread_fence(ORDER, cuda::thread_scope_device);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x) {
        }
        cuda::atomic_thread_fence(ORDER, cuda::thread_scope_device);
    }
    __syncthreads();
    out[i] = in[n - 1 - i];  // expect: race-global
}

int main() {
    int* const out = device_array<int>(128);
    reverse<<<4, 32>>>(device_array<int>(128), out);
    return judge(to_host(out, 128)[0], 127);
}
// SPDX-License-Identifier: Apache-2.0
