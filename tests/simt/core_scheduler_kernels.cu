#include "core_scheduler_kernels.hpp"

#include <stdexcept>

#include <strider/core/launch.hpp>
#include <strider/simt/memory.hpp>

namespace {

using strider::executor::device_array;

__global__ void number(unsigned* out) {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    out[i] = i + 1;
}

__global__ void sum(const float* in, float* out) {
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

__global__ void sum_dynamic(const float* in, float* out) {
    float* partial = strider::dynamic_shared<float>();
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

__global__ void warp_sum(const int* in, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, offset);
    out[i] = value;
}

__global__ void chain(volatile int* flags) {
    if (threadIdx.x != 0) return;
    int before = 0;
    if (blockIdx.x != 0) {
        do before = flags[blockIdx.x - 1];
        while (before == 0);
        __threadfence();
    }
    __threadfence();
    flags[blockIdx.x] = before + 1;
}

__global__ void cross_wait(int* out) {
    if (threadIdx.x == 0)
        __syncthreads();
    else
        out[threadIdx.x] = __shfl_sync(0xFFFFFFFFu, 1, 0);
}

__global__ void spin(volatile int* flag) {
    while (*flag == 0) {
    }
}

__global__ void throw_one(int* out) {
    if (threadIdx.x == 7) throw std::out_of_range("thread 7");
    out[threadIdx.x] = 1;
}

__global__ void count_under_lock(int* lock, volatile int* count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__device__ __attribute__((noinline)) void grid_sync() {
    strider::executor::grid_barrier({__builtin_return_address(0)});
}

// Each block hands the sum over to its neighbour, one grid barrier after the other.
__global__ void pass_on(int* cells, int rounds) {
    __shared__ int mine[64];
    mine[threadIdx.x] = static_cast<int>(blockIdx.x);
    for (int round = 0; round < rounds; ++round) {
        cells[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x];
        grid_sync();
        const unsigned from = (blockIdx.x + 1) % gridDim.x;
        mine[threadIdx.x] = cells[from * blockDim.x + threadIdx.x];
        grid_sync();
    }
    cells[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x];
}

// Every block but the last waits for the one behind it.
__global__ void wait_for_next(volatile int* flags) {
    __shared__ int mine;
    if (threadIdx.x != 0) return;
    mine = static_cast<int>(blockIdx.x);
    int behind = 0;
    if (blockIdx.x + 1 < gridDim.x) {
        do behind = flags[blockIdx.x + 1];
        while (behind == 0);
        __threadfence();
    }
    __threadfence();
    flags[blockIdx.x] = mine == static_cast<int>(blockIdx.x) ? behind + 1 : -1;
}

}  // namespace

std::vector<unsigned> number_threads(const launch_shape& at) {
    const dim3 grid(at.grid[0], at.grid[1], at.grid[2]), block(at.block[0], at.block[1], at.block[2]);
    device_array<unsigned> out(std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z);
    strider::launch(number, {grid, block}, out.data());
    return {out.begin(), out.end()};
}

std::vector<float> block_sums(const std::vector<float>& values) {
    device_array in(values);
    device_array<float> out(values.size() / 256);
    strider::launch(sum, {static_cast<unsigned>(out.size()), 256}, in.data(), out.data());
    return {out.begin(), out.end()};
}

std::vector<float> block_sums_dynamic(const std::vector<float>& values, unsigned threads) {
    device_array in(values);
    device_array<float> out(values.size() / threads);
    strider::launch(sum_dynamic, {static_cast<unsigned>(out.size()), threads, threads * sizeof(float)}, in.data(),
                    out.data());
    return {out.begin(), out.end()};
}

std::vector<int> warp_sums(const std::vector<int>& values) {
    device_array in(values);
    device_array<int> out(values.size());
    strider::launch(warp_sum, {static_cast<unsigned>(values.size() / 64), 64}, in.data(), out.data());
    return {out.begin(), out.end()};
}

std::vector<int> chain_of_blocks(unsigned blocks) {
    device_array flags(std::vector<int>(blocks, 0));
    strider::launch(chain, {blocks, 32}, flags.data());
    return {flags.begin(), flags.end()};
}

std::vector<int> chain_backwards(unsigned blocks) {
    device_array flags(std::vector<int>(blocks, 0));
    strider::launch(wait_for_next, {blocks, 32}, flags.data());
    return {flags.begin(), flags.end()};
}

std::vector<int> pass_on_in_grid(unsigned blocks, unsigned threads, int rounds) {
    device_array cells(std::vector<int>(blocks * threads, 0));
    strider::executor::launch_cooperative(pass_on, blocks, threads, 0, cells.data(), rounds);
    return {cells.begin(), cells.end()};
}

void cannot_go_on() {
    device_array<int> out(32);
    strider::launch(cross_wait, {1, 32}, out.data());
}

void spins_forever() {
    device_array flag(std::vector<int>{0});
    strider::launch(spin, {4, 64}, flag.data());
}

void throws() {
    device_array<int> out(32);
    strider::launch(throw_one, {1, 32}, out.data());
}

int counts_under_lock(unsigned blocks, unsigned threads) {
    device_array cells(std::vector<int>{0, 0});
    strider::launch(count_under_lock, {blocks, threads}, cells.data(), cells.data() + 1);
    return cells[1];
}
// SPDX-License-Identifier: Apache-2.0
