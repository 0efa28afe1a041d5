// A kernel module as the lab loads it: a shared library with hidden visibility and its own copy of the emulator.
#include <string>

#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>
#include <strider/launch.hpp>

namespace {

using namespace strider::emulation;

// Far more than a library that is loaded at run time gets of the static thread-local block.
__global__ void reverse(int* cells, bool wait) {
    __shared__ int tile[10240];
    for (unsigned i = threadIdx.x; i < 10240; i += blockDim.x) tile[i] = static_cast<int>(i);
    if (wait) __syncthreads();
    cells[threadIdx.x] = tile[10239 - threadIdx.x];
}

}  // namespace

/// Runs the kernel on all cores. Returns the number of wrong results, and stores the findings in `*findings`.
extern "C" __attribute__((visibility("default"))) int run_module(bool wait, std::string* findings) {
    session here({.speed = speed::count, .strict = true});
    device_array<int> cells(256);
    strider::launch(reverse, {8, 256}, cells.data(), wait);
    int wrong = 0;
    for (int i = 0; i < 256; ++i) wrong += cells[i] != 10239 - i;
    for (const finding& one : here.report().findings) *findings += text(one) + "\n";
    return wrong;
}
// SPDX-License-Identifier: Apache-2.0
