// 02: one element a thread
// Neighbouring threads take neighbouring elements: a warp's accesses are one line.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

template <class T, class Function>
__global__ void one_a_thread(const T* input, T* output, std::uint64_t elements, Function function) {
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (me < elements) output[me] = function(input[me]);
}

static const registration one_a_thread_rung{{
    .pattern = "map",
    .number = 2,
    .follows = 1,
    .name = "one element a thread",
    .fault = "lanes read far apart",
    .change = "lanes read neighbours",
    .idea = "Thread i takes element i, so the accesses of a warp are coalesced.",
    .hypothesis = "Sectors per request fall from 32 to 4. Many more blocks start.",
    .expectations = {{"global_sectors_per_request", direction::falls}, {"blocks", direction::rises}},
    .source = "the lecture on atomics and patterns, map and interleaved partition",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                launch_on(with, blocks_for(with.elements, block_size), block_size, 0, one_a_thread<T, Function>,
                          static_cast<const T*>(with.input), static_cast<T*>(with.output), with.elements, function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
