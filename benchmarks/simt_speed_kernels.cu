#include "simt_speed_kernels.hpp"

#include <algorithm>

#include <strider/core/launch.hpp>
#include <strider/simt/memory.hpp>

using strider::executor::device_array;

namespace {

constexpr unsigned threads = 256;

__global__ void sum(const float* in, float* out) {
    __shared__ float partial[threads];
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

__global__ void scale(const float* in, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 2 * in[i];
}

}  // namespace

struct reduction::arrays {
    device_array<float> in, out;
};

reduction::reduction(std::size_t blocks)
    : blocks_(blocks), arrays_(new arrays{device_array<float>(blocks * threads), device_array<float>(blocks)}) {
    std::fill(arrays_->in.begin(), arrays_->in.end(), 1.0f);
}
reduction::~reduction() = default;

void reduction::run() {
    strider::launch(sum, {static_cast<unsigned>(blocks_), threads}, arrays_->in.data(), arrays_->out.data());
}

bool reduction::verified() {
    return std::all_of(arrays_->out.begin(), arrays_->out.end(), [](float one) { return one == threads; });
}

struct scaling::arrays {
    device_array<float> in, out;
};

scaling::scaling(std::size_t blocks)
    : blocks_(blocks),
      arrays_(new arrays{device_array<float>(blocks * threads), device_array<float>(blocks * threads)}) {
    std::fill(arrays_->in.begin(), arrays_->in.end(), 1.0f);
}
scaling::~scaling() = default;

void scaling::run() {
    strider::launch(scale, {static_cast<unsigned>(blocks_), threads}, arrays_->in.data(), arrays_->out.data());
}

bool scaling::verified() {
    return std::all_of(arrays_->out.begin(), arrays_->out.end(), [](float one) { return one == 2; });
}
// SPDX-License-Identifier: Apache-2.0
