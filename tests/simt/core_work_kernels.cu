#include "core_work_kernels.hpp"

#include <strider/core/launch.hpp>
#include <strider/simt/memory.hpp>
#include <strider/simt/work.hpp>

namespace {

using strider::executor::device_array;

struct silent_plus {
    [[gnu::always_inline]] __device__ int operator()(int a, int b) const { return a + b; }
};

struct noting_plus {
    [[gnu::always_inline]] __host__ __device__ int operator()(int a, int b) const {
        strider::executor::note_operation();
        return a + b;
    }
};

template <class Operator>
__global__ void tree(const int* in, int* out, Operator combine) {
    __shared__ int partial[256];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial[t] = combine(partial[t], partial[t + s]);
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, partial[0]);
}

template <class Operator>
__global__ void uneven(const int* in, int* out, Operator combine) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (unsigned k = 0; k < threadIdx.x % 5; ++k) sum = combine(sum, in[i]);
    out[i] = sum;
}

}  // namespace

void sum_in_tree(unsigned blocks, bool noting) {
    device_array<int> in(std::vector<int>(blocks * 256, 1));
    device_array<int> out(std::vector<int>{0});
    if (noting)
        strider::launch(tree<noting_plus>, {blocks, 256}, in.data(), out.data(), noting_plus{});
    else
        strider::launch(tree<silent_plus>, {blocks, 256}, in.data(), out.data(), silent_plus{});
}

void sum_unevenly(unsigned blocks, unsigned threads, bool noting) {
    device_array<int> in(std::vector<int>(blocks * threads, 1));
    device_array<int> out(blocks * threads);
    if (noting)
        strider::launch(uneven<noting_plus>, {blocks, threads}, in.data(), out.data(), noting_plus{});
    else
        strider::launch(uneven<silent_plus>, {blocks, threads}, in.data(), out.data(), silent_plus{});
}

void sum_on_host() {
    int sum = 0;
    for (int i = 0; i < 10; ++i) sum = noting_plus{}(sum, i);
}
// SPDX-License-Identifier: Apache-2.0
