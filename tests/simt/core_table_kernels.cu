#include "core_table_kernels.hpp"

#include <strider/core/launch.hpp>
#include <strider/simt/memory.hpp>

namespace {

using strider::executor::device_array;

__global__ void reduce_strided_kernel(const float* in, float* out) {
    __shared__ float partial[256];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = 1; s < blockDim.x; s *= 2) {
        const unsigned i = 2 * s * t;
        if (i < blockDim.x) partial[i] += partial[i + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

__global__ void reduce_sequential_kernel(const float* in, float* out) {
    __shared__ float partial[256];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

template <int width>
__global__ void transpose_kernel(const float* in, float* out, int n) {
    __shared__ float tile[32][width];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    const int column = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(row + j) * n + column] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void copy_kernel(const float* in, float* out, int offset, int stride) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i * stride + offset];
}

__global__ void copy_float4_kernel(const float4* in, float4* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i];
}

__global__ void sum_16_kernel(const float* in, float* out) {
    const int t = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 16; ++k) sum += in[t * 16 + k];
    out[t] = sum;
}

__global__ void copy_16_kernel(const float* in, float* out) {
    const int t = threadIdx.x;
    for (int k = 0; k < 16; ++k) out[t * 16 + k] = in[t * 16 + k];
}

__global__ void square_and_add_kernel(const float* in, float* out) {
    const int t = threadIdx.x;
    out[t] = in[t] * in[t] + in[t];
    out[t] += in[t];
}

__device__ __attribute__((noinline)) float load(const float* in, int i) { return in[i]; }

__global__ void uneven_loops_kernel(const float* in, float* out) {
    const int t = threadIdx.x;
    float sum = 0;
    for (int o = 0; o < 4; ++o) {
        for (int k = 0; k < (t + o) % 4; ++k) sum += in[k * 32 + t];
        sum += load(in, o * 32 + t);
    }
    out[t] = sum;
}

__global__ void shuffle_sum_kernel(const float* in, float* out) {
    float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

/// On the arrays that the kernels read and write.
template <class T, class... Parameters, class... Arguments>
void start(void (*kernel)(const T*, T*, Parameters...), const strider::launch_configuration& at,
           Arguments... arguments) {
    device_array<float> in(std::vector<float>(64 * 256, 1.0f)), out(std::vector<float>(64 * 256, 0.0f));
    strider::launch(kernel, at, reinterpret_cast<const T*>(in.data()), reinterpret_cast<T*>(out.data()), arguments...);
}

}  // namespace

void reduce_strided() { start(reduce_strided_kernel, {4, 256}); }
void reduce_sequential() { start(reduce_sequential_kernel, {4, 256}); }
void transpose_tile_32() { start(transpose_kernel<32>, {dim3(2, 2), dim3(32, 8)}, 64); }
void transpose_tile_33() { start(transpose_kernel<33>, {dim3(2, 2), dim3(32, 8)}, 64); }
void copy_offset() { start(copy_kernel, {1, 256}, 1, 1); }
void copy_stride_2() { start(copy_kernel, {1, 256}, 0, 2); }
void copy_stride_32() { start(copy_kernel, {1, 256}, 0, 32); }
void copy_float4() { start(copy_float4_kernel, {1, 64}); }
void sum_16_consecutive() { start(sum_16_kernel, {1, 32}); }
void copy_16_consecutive() { start(copy_16_kernel, {1, 32}); }
void square_and_add() { start(square_and_add_kernel, {1, 32}); }
void uneven_loops() { start(uneven_loops_kernel, {1, 32}); }
void shuffle_sum() { start(shuffle_sum_kernel, {2, 64}); }
// SPDX-License-Identifier: Apache-2.0
