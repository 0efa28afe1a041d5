// The sum of 1 to 1,000 by a kernel: on a GPU where nvcc compiles this, in the emulator elsewhere.
#include <cstdint>
#include <numeric>
#include <span>
#include <strider/reduce.hpp>

#if defined(__CUDACC__)
using place = strider::gpu;

std::span<std::uint64_t> device_memory(std::size_t count) {
    void* memory = nullptr;
    if (cudaMallocManaged(&memory, count * sizeof(std::uint64_t)) != cudaSuccess) return {};
    return {static_cast<std::uint64_t*>(memory), count};
}
#else
#include <strider/emulator/memory.hpp>
using place = strider::emulator;

std::span<std::uint64_t> device_memory(std::size_t count) {
    static strider::emulation::device_array<std::uint64_t> memory(count, "values");
    return {memory.data(), count};
}
#endif

int main() {
    const std::span<std::uint64_t> values = device_memory(1'000);
    std::iota(values.begin(), values.end(), std::uint64_t{1});
    return strider::reduce(place{}, values) == 500'500 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
