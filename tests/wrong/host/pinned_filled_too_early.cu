// Wrong:  the host fills a pinned buffer with the next part while the copy of the part before may still read it.
// From:   a pipeline with one buffer too few
// Kernel: add
// Says:   the host writes element 0 of part, an allocation of 128 bytes
// Says:   may still be reading
// Fix:    call cudaStreamSynchronize(stream) between the copy at line 29 and this access
// Mended: it waits for the event behind the copy. Registered memory is as pinned; memory that is neither is free again
//         when the call returns.
#include "../program.cuh"

constexpr int n = 32;

__global__ void add(const int* part, int* sums) { sums[threadIdx.x] += part[threadIdx.x]; }

int main() {
    int *part = nullptr, *device = nullptr, *sums = nullptr;
    cudaMallocHost(&part, n * sizeof(int));
    cudaMalloc(&device, n * sizeof(int));
    cudaMalloc(&sums, n * sizeof(int));
    cudaMemset(sums, 0, n * sizeof(int));
    cudaDeviceSynchronize();
    std::vector<int> registered(n), pageable(n);
    cudaHostRegister(registered.data(), n * sizeof(int), cudaHostRegisterDefault);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaEvent_t copied;
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    const auto take = [&](const int* from) {
        cudaMemcpyAsync(device, from, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        cudaEventRecord(copied, stream);
        add<<<1, n, 0, stream>>>(device, sums);
#ifdef MENDED
        cudaEventSynchronize(copied);
#endif
    };
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < n; ++k) part[k] = i + k;  // expect: host-access
        take(part);
    }
    registered[3] = 1;
    take(registered.data());
    registered[3] = 2;  // expect: host-access
    pageable[3] = 4;
    take(pageable.data());
    pageable[3] = 8;
    cudaStreamSynchronize(stream);
    cudaHostUnregister(registered.data());
    return judge(to_host(sums, n)[3], 3 + 4 + 1 + 4);
}
// SPDX-License-Identifier: Apache-2.0
