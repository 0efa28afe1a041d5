// Wrong:  each step commits its copy after the wait, so that the wait counts one group too few.
// From:   rings of buffers that cp.async fills, where the commit stands at the end of the loop
// Kernel: mirror
// Fix:    commit the copies (__pipeline_commit(), producer_commit()) before the wait at line 25: at the wait, the
//         newest are in no committed group yet, and so it leaves older ones pending
// Mended: the commit stands behind the copy.
#include <cuda_pipeline.h>

#include "../program.cuh"

constexpr int threads = 32, parts = 5;

__global__ void mirror(const int* in, int* out) {
    __shared__ int ring[2][threads];
    const int t = static_cast<int>(threadIdx.x);
    __pipeline_memcpy_async(&ring[0][t], in + t, sizeof(int));
    __pipeline_commit();
    for (int part = 0; part < parts; ++part) {
        if (part + 1 < parts)
            __pipeline_memcpy_async(&ring[(part + 1) % 2][t], in + (part + 1) * threads + t,  // may be: race-shared
                                    sizeof(int));
#ifdef MENDED
        __pipeline_commit();
#endif
        __pipeline_wait_prior(1);
#ifndef MENDED
        __pipeline_commit();
#endif
        __syncthreads();
        out[part * threads + t] = ring[part % 2][threads - 1 - t];  // expect: race-shared
        __syncthreads();
    }
}

int main() {
    const std::vector<int> in = numbers(threads * parts);
    std::vector<int> expected(in.size());
    for (int i = 0; i < threads * parts; ++i) expected[i] = in[i / threads * threads + threads - 1 - i % threads];
    int* const out = device_array<int>(in.size());
    mirror<<<1, threads>>>(to_device(in), out);
    return judge(to_host(out, in.size()), expected);
}
// SPDX-License-Identifier: Apache-2.0
