// Measures the most that a GPU can do, for lab/bounds/chip.hpp; results/roofs-gpu.txt is its output.
//
//     nvcc -std=c++20 -O3 -arch=sm_90 benchmarks/roofs_gpu.cu -o roofs_gpu
//
// A time is the least of 15 launches between two events. Before each, 128 MiB are written and other 128 MiB are read,
// so that no cache holds the data, and no line of L2 is dirty.
#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace {

using word = std::uint32_t;
constexpr std::size_t mib = std::size_t{1} << 20;

__device__ word first() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ word step() { return gridDim.x * blockDim.x; }

__global__ void read(const uint4* from, word n, word* to) {
    word sum = 0;
#pragma unroll 8
    for (word i = first(); i < n; i += step()) sum += from[i].x;
    if (sum == 12345) *to = sum;
}

__global__ void write(uint4* to, word n) {
    for (word i = first(); i < n; i += step()) to[i] = {1, 2, 3, i};
}

__global__ void copy(const uint4* from, uint4* to) {
    const word i = 4 * blockIdx.x * blockDim.x + threadIdx.x, next = blockDim.x;
    const uint4 a = from[i], b = from[i + next], c = from[i + 2 * next], d = from[i + 3 * next];
    to[i] = a;
    to[i + next] = b;
    to[i + 2 * next] = c;
    to[i + 3 * next] = d;
}

/// Loads of 16 bytes, which pass by L1 or not.
__device__ word loaded(const uint4* at, bool l1) {
    uint4 v;
    if (l1) {
        asm volatile("ld.ca.v4.u32 {%0,%1,%2,%3},[%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at)
                     : "memory");
    } else {
        asm volatile("ld.cg.v4.u32 {%0,%1,%2,%3},[%4];"
                     : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                     : "l"(at)
                     : "memory");
    }
    return v.x ^ v.y ^ v.z ^ v.w;
}

__global__ void read_l2(const uint4* from, word n, word times, word* to) {
    word sum = 0;
    for (word t = 0; t < times; ++t) {
#pragma unroll 4
        for (word i = first(); i < n; i += step()) sum += loaded(from + i, false);
    }
    if (sum == 12345) *to = sum;
}

/// Every block reads the same 16 KiB.
__global__ void read_l1(const uint4* from, word times, word* to) {
    word sum = 0;
#pragma unroll 8
    for (word t = 0; t < times; ++t) sum += loaded(from + (threadIdx.x + 32 * t) % 1024, true);
    if (sum == 12345) *to = sum;
}

__global__ void read_shared(word times, word* to) {
    __shared__ volatile word values[1024];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
    word sum = 0;
#pragma unroll 8
    for (word t = 0; t < times; ++t) sum += values[(threadIdx.x + 32 * t) % 1024];
    if (sum == 12345) *to = sum;
}

__global__ void add_shared(word times, word stride, word* to) {
    __shared__ word values[1024];
    values[threadIdx.x] = threadIdx.x;
    __syncthreads();
#pragma unroll 8
    for (word t = 0; t < times; ++t) atomicAdd(values + (threadIdx.x * stride + 32 * t) % 1024, 1u);
    __syncthreads();
    if (values[threadIdx.x] == 12345) *to = 1;
}

__global__ void issue(word times, word* to) {
    float a = threadIdx.x, b = 1, c = 2, d = 3;
#pragma unroll 32
    for (word t = 0; t < times; ++t) {
        a = a * 1.5f + b;
        b = b * 1.5f + c;
        c = c * 1.5f + d;
        d = d * 1.5f + a;
    }
    if (a + b + c + d == 12345) *to = 1;
}

__global__ void wait(word times) {
    for (word t = 0; t < times; ++t) __syncthreads();
}

__global__ void add(word* to, word times, word addresses, word spread) {
    for (word t = 0; t < times; ++t) atomicAdd(to + (first() + t * 1048573u) * spread % addresses, t);
}

}  // namespace

int main() {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    int kilohertz = 0;
    cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, 0);
    const word sms = device.multiProcessorCount;
    std::printf("# %s, %u multiprocessors, %d MHz, %zu MiB of L2\n", device.name, sms, kilohertz / 1000,
                device.l2CacheSize / mib);
    const std::size_t bytes = 2048 * mib;
    uint4 *from, *to, *other;
    word* out;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMalloc(&other, 256 * mib);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(from, 1, bytes);
    cudaEvent_t before, after;
    cudaEventCreate(&before);
    cudaEventCreate(&after);
    const auto us = [&](auto launch) {
        float least = 1e9f;
        for (int k = 0; k < 15; ++k) {
            cudaMemsetAsync(other, k, 128 * mib);
            read<<<sms * 8, 256>>>(other + 8 * mib, 8 * mib, out);
            cudaEventRecord(before);
            launch();
            cudaEventRecord(after);
            cudaEventSynchronize(after);
            float milliseconds = 0;
            cudaEventElapsedTime(&milliseconds, before, after);
            least = std::min(least, milliseconds);
        }
        return 1e3 * least;
    };
    std::printf("no barriers: %.2f us\n", us([&] { wait<<<1, 32>>>(0); }));
    for (const word m : {16, 32, 64, 128, 256, 1024, 2048}) {
        const word n = m * (mib / 16);
        std::printf("%u MiB: read %.2f us, written %.2f us, copied %.2f us\n", m,
                    us([&] { read<<<sms * 8, 256>>>(from, n, out); }), us([&] { write<<<sms * 8, 256>>>(to, n); }),
                    us([&] { copy<<<n / 1024, 256>>>(from, to); }));
    }
    for (const word m : {8, 16, 24}) {
        const double read = us([&] { read_l2<<<sms * 4, 512>>>(from, m * (mib / 16), 200, out); });
        std::printf("L2, %u MiB: %.0f G sectors/s\n", m, 200.0 * m * mib / 32 / read / 1e3);
    }
    const auto a_cycle = [&](double warp_work, double time) { return 64 * warp_work * 1e3 / (time * kilohertz); };
    std::printf("L1: %.2f sectors a cycle\n",
                16 * a_cycle(4000, us([&] { read_l1<<<sms * 2, 1024>>>(from, 4000, out); })));
    std::printf("shared memory: %.3f loads a cycle\n",
                a_cycle(8000, us([&] { read_shared<<<sms * 2, 1024>>>(8000, out); })));
    for (const word stride : {0, 1, 2, 32}) {
        const double time = us([&] { add_shared<<<sms * 2, 1024>>>(800, stride, out); });
        std::printf("shared memory: %.3f atomics a cycle, stride %u\n", a_cycle(800, time), stride);
    }
    std::printf("issue: %.2f instructions a cycle\n",
                a_cycle(4 * 32000, us([&] { issue<<<sms * 2, 1024>>>(32000, out); })));
    for (const word threads : {32, 64, 128, 256, 512, 1024}) {
        const double time = us([&] { wait<<<sms, threads>>>(101000); }) - us([&] { wait<<<sms, threads>>>(1000); });
        std::printf("barrier of %u threads: %.2f ns\n", threads, time / 100);
    }
    for (const word addresses : {1u, 8u, 1u << 16, 1u << 22}) {
        for (const word spread : {1u, 2654435761u}) {
            const word times = addresses < 9 ? 10 : 100;
            const double time = us([&] { add<<<sms * 8, 256>>>(&to->x, times, addresses, spread); });
            std::printf("global atomics: %.2f G/s, %u addresses%s\n", sms * 2.048 * times / time, addresses,
                        spread == 1 ? "" : ", scattered");
        }
    }
    std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
// SPDX-License-Identifier: Apache-2.0
