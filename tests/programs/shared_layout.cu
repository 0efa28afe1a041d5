// Shared memory as a GPU lays it out: arrays one behind the other from offset 0, each at its own alignment.
// Feature: shared memory: static arrays in ptxas's order and alignment, stored by vectors, used in lambdas
// Kernel: transpose_tile
// Prints: offsets 0 8 48 64 112
// Prints: transposed 0 64 1
// Prints: reversed 255 254
// Prints: buffers 96 31
// Prints: structure 127
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

// Where a GPU has them, too, in shared addresses modulo 1024.
__global__ void place_arrays(int* offsets, int count) {
    __shared__ char flags[3];
    __shared__ double sums[5];
    __shared__ short steps[7];
    __shared__ float values[11];
    __shared__ __align__(16) char bytes[5];
    for (int i = 0; i < count; ++i) {
        flags[i % 3] = i;
        sums[i % 5] = i;
        steps[i % 7] = i;
        values[i % 11] = i;
        bytes[i % 5] = i;
    }
    const void* const arrays[] = {flags, sums, steps, values, bytes};
    for (int i = 0; i < 5; ++i) offsets[i] = __cvta_generic_to_shared(arrays[i]) % 1024;
}

__global__ void transpose_tile(const float* in, float* out) {
#ifdef WRONG
    __shared__ float scale[3];  // so that the tile begins at byte 12
    __shared__ float tile[16][64];
#else
    __shared__ float tile[16][64];
    __shared__ float scale[3];
#endif
    const unsigned t = threadIdx.x;
    if (t < 3) scale[t] = in[1];
    auto* const four = reinterpret_cast<float4*>(&tile[t / 16][t % 16 * 4]);
    *four = reinterpret_cast<const float4*>(in)[t];  // expect: misaligned-access
    __syncthreads();
    for (unsigned i = t; i < 1024; i += blockDim.x) out[i] = tile[i % 16][i / 16] * scale[i % 3];
}

__global__ void reverse_halves(const half* in, half* out) {
    __shared__ half first[16 * 16], second[16 * 16];
    const unsigned t = threadIdx.x;
    reinterpret_cast<float4*>(first)[t] = reinterpret_cast<const float4*>(in)[t];
    reinterpret_cast<float4*>(second)[t] = reinterpret_cast<const float4*>(in)[t];
    __syncthreads();
    // A static array needs no capture.
    const auto reversed = [=] __device__(unsigned i) { return second[255 - i]; };
    for (unsigned i = t; i < 256; i += 32) out[i] = __hadd(reversed(i), __hsub(first[i], first[i]));
}

// The other buffer's address differs in one bit.
template <class T>
__global__ void swap_buffers(T* out) {
    __shared__ __align__(32 * 1024) char buffers[32 * 1024];
    const auto mine = reinterpret_cast<std::uintptr_t>(&reinterpret_cast<T*>(buffers)[threadIdx.x]);
    *reinterpret_cast<T*>(mine) = static_cast<T>(threadIdx.x);
    *reinterpret_cast<T*>(mine ^ 16 * 1024) = static_cast<T>(3 * threadIdx.x);
    __syncthreads();
    const auto last = reinterpret_cast<std::uintptr_t>(&reinterpret_cast<T*>(buffers)[31 - threadIdx.x]);
    out[2 * threadIdx.x] = *reinterpret_cast<T*>(last ^ 16 * 1024) + 3;
    out[2 * threadIdx.x + 1] = *reinterpret_cast<T*>(last);
}

struct tiles {
    float left[64], right[64];
};

__global__ void add_tiles(float* out) {
    extern __shared__ tiles both;
    both.left[threadIdx.x] = threadIdx.x;
    both.right[threadIdx.x] = 64;
    __syncthreads();
    out[threadIdx.x] = both.left[63 - threadIdx.x] + both.right[threadIdx.x];
}

int main() {
    float *in, *out;
    half *halves, *reversed;
    int* buffers;
    cudaMallocManaged(&in, 4096);
    cudaMallocManaged(&out, 4096);
    cudaMallocManaged(&halves, 512);
    cudaMallocManaged(&reversed, 512);
    cudaMallocManaged(&buffers, 256);
    place_arrays<<<1, 1>>>(buffers, 11);
    cudaDeviceSynchronize();
    std::printf("offsets %d %d %d %d %d\n", buffers[0], buffers[1], buffers[2], buffers[3], buffers[4]);
    for (int i = 0; i < 1024; ++i) in[i] = i;
    for (int i = 0; i < 256; ++i) halves[i] = __float2half(i);
    transpose_tile<<<1, 256>>>(in, out);
    reverse_halves<<<1, 32>>>(halves, reversed);
    swap_buffers<<<1, 32>>>(buffers);
    cudaDeviceSynchronize();
    std::printf("transposed %g %g %g\n", out[0], out[1], out[16]);
    std::printf("reversed %g %g\n", __half2float(reversed[0]), __half2float(reversed[1]));
    std::printf("buffers %d %d\n", buffers[0], buffers[1]);
    add_tiles<<<1, 64, sizeof(tiles)>>>(out);
    cudaDeviceSynchronize();
    std::printf("structure %g\n", out[0]);
    cudaFree(in);
    cudaFree(out);
    cudaFree(halves);
    cudaFree(reversed);
    cudaFree(buffers);
}
// SPDX-License-Identifier: Apache-2.0
