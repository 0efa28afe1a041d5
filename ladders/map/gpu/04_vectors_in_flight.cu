// 04: 16-byte accesses, four in flight
// Memory answers after some 800 ns; only bytes in flight fill that time.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/harness/vector_walk.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

/// 16-byte loads that a thread has under way before it uses the first.
inline constexpr unsigned in_flight = 4;

/// Blocks that a multiprocessor holds at once, at 256 threads a block.
inline constexpr unsigned resident_blocks = 8;

template <class T, class Function>
__global__ void vectors_in_flight(const T* input, T* output, std::uint64_t elements, Function function) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // Pieces begin where the output is aligned; there are none where the input is not aligned there as well.
    constexpr unsigned width = vector<T>::size;
    const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(output) % 16 / sizeof(T);
    std::uint64_t head = misaligned == 0 ? 0 : width - misaligned;
    if (head > elements) head = elements;
    const bool together = reinterpret_cast<std::uintptr_t>(input + head) % 16 == 0;
    const std::uint64_t pieces = together ? (elements - head) / width : 0;
    const auto* const from = reinterpret_cast<const vector<T>*>(input + head);
    auto* const to = reinterpret_cast<vector<T>*>(output + head);

    std::uint64_t i = me;
    for (; i + (in_flight - 1) * threads < pieces; i += in_flight * threads) {
        vector<T> of[in_flight];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) of[k] = from[i + k * threads];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
#pragma unroll
            for (T& element : of[k].element) element = function(element);
            to[i + k * threads] = of[k];
        }
    }
    for (; i < pieces; i += threads) {
        vector<T> of = from[i];
#pragma unroll
        for (T& element : of.element) element = function(element);
        to[i] = of;
    }
    if (me < head) output[me] = function(input[me]);
    for (i = head + pieces * width + me; i < elements; i += threads) output[i] = function(input[i]);
}

static const registration vectors_in_flight_rung{{
    .pattern = "map",
    .number = 4,
    .follows = 3,
    .name = "16-byte accesses, 4 in flight",
    .fault = "4 bytes in flight per thread",
    .change = "16 bytes, four in flight",
    .idea = "Each thread has four 16-byte loads in flight before it uses the first, and stores 16 bytes at a time.",
    .hypothesis = "A quarter as many requests move the same sectors: sectors per request rise to 16. On a GPU 16 times "
                  "as many bytes are in flight.",
    .expectations = {{"global_sectors_per_request", direction::rises}, {"global_sectors", direction::stays}},
    .source = "Volkov 2010, Better Performance at Lower Occupancy; Luitjens 2013, vectorized memory access",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, 0,
                          vectors_in_flight<T, Function>, static_cast<const T*>(with.input),
                          static_cast<T*>(with.output), with.elements, function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
