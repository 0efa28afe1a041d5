// Wrong:  the host reads what a kernel writes to managed memory, and writes what it reads, without a wait between.
// From:   programs that were moved from cudaMemcpy(), which waits, to managed memory
// Kernel: add_one
// Says:   which kernel add_one may still be writing
// Says:   which kernel add_one may still be reading
// Says:   which kernel add_up may still be writing
// Fix:    call cudaDeviceSynchronize() between the launch and this access
// Mended: it waits, by a call or by a volatile flag of the kernel's. What kernels do not touch needs no wait.
#include "../program.cuh"

__global__ void add_one(const int* in, int* out) { out[2 * threadIdx.x] = in[threadIdx.x] + 1; }

__device__ __managed__ int added[2], total;
__global__ void add_up(const int* values) {
    if (threadIdx.x == 0) total = values[0] + values[2];
}

int main() {
    int *in = nullptr, *out = nullptr, *flag = nullptr;
    cudaMallocManaged(&in, 64 * sizeof(int));
    cudaMallocManaged(&out, 64 * sizeof(int));
    cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped);
    for (int i = 0; i < 64; ++i) in[i] = i;
    *flag = 0;
    add_one<<<1, 32>>>(in, out);
    out[33] = in[31];  // nobody writes either, though the kernel writes on both sides
#ifdef MENDED
    add_one<<<1, 1>>>(in, flag);
    while (*static_cast<volatile int*>(flag) != 1) {
    }
#endif
    const int last = out[62];  // expect: host-access
    in[0] = last;              // expect: host-access
    add_one<<<1, 32>>>(in, out);
#ifdef MENDED
    cudaLaunchHostFunc(nullptr, [](void* first) { ++*static_cast<int*>(first); }, out);
#endif
    cudaDeviceSynchronize();
    const int first = out[0];
    add_up<<<1, 32>>>(out);
    added[1] = first;  // no kernel uses it
#ifdef MENDED
    cudaDeviceSynchronize();
#endif
    added[0] = total;  // expect: host-access
#ifdef MENDED
    const int expected = 34;
#else
    const int expected = 33;
#endif
    cudaFree(in);
    cudaFree(out);
    cudaFreeHost(flag);
    return judge(last + first, 32 + expected);
}
// SPDX-License-Identifier: Apache-2.0
