// Wrong:  a wgmma reads tiles that threads have stored, without a proxy fence between.
// From:   tiles by plain stores
// Kernel: multiply
// Says:   without a proxy fence between
// Fix:    call fence_proxy_async() (fence.proxy.async) in every thread that writes the tile, before the barrier that
//         precedes the wgmma
// Mended: each thread fences.
#include "../warpgroup.cuh"

__global__ void multiply(float* out) {
    alignas(128) __shared__ __half a[rows * depth];
    alignas(128) __shared__ __half b[columns * depth];
    float d[4] = {};
    for (int i = threadIdx.x; i < rows * depth; i += blockDim.x) a[i] = __float2half(1);     // may be: race-shared
    for (int i = threadIdx.x; i < columns * depth; i += blockDim.x) b[i] = __float2half(2);  // may be: race-shared
#ifdef MENDED
    asm volatile("fence.proxy.async;" ::: "memory");
#endif
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    MULTIPLY_ADD(d, descriptor(a), descriptor(b));  // expect: race-shared
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0];
}

int main() {
    float* const out = device_array<float>(threads);
    multiply<<<1, threads>>>(out);
    return judge(to_host(out, threads)[5], product);
}
// SPDX-License-Identifier: Apache-2.0
