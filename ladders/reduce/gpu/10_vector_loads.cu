// 10: vector loads, several in flight
// Memory answers after some 800 ns; only bytes in flight fill that time. 16-byte loads, 4 of them before the first is
// used.
#include <ladders/reduce/gpu/passes.hpp>
#include <ladders/reduce/gpu/shuffle_tree.hpp>
#include <ladders/reduce/gpu/vector_walk.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void vector_loads(const T* input, T* output, std::uint64_t elements, Operator op) {
    __shared__ T warps[block_size / 32];
    const T mine = shuffle_tree<block_size>(walk_in_vectors<4>(input, elements, op), warps, op);
    if (threadIdx.x == 0) output[blockIdx.x] = mine;
}

static const registration vector_loads_rung{{
    .pattern = "reduce",
    .number = 10,
    .follows = 9,
    .name = "vector loads, 4 in flight",
    .fault = "one small load in flight",
    .change = "16-byte loads, 4 in flight",
    .idea = "Each thread has four 16-byte loads in flight before it uses the first.",
    .hypothesis = "A quarter as many requests bring the same sectors: sectors per request rise to 16. On a GPU 16 "
                  "times as many bytes are in flight, and the time falls.",
    .expectations = {{"global_sectors_per_request", direction::rises},
                     {"global_sectors", direction::stays},
                     {"time", direction::falls}},
    .source = "Volkov 2010, Better Performance at Lower Occupancy; Luitjens 2013, vectorized memory access",
    .block = block_size,
    .scratch_bytes = scratch_of_passes<block_size>,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t most = 8 * with.multiprocessors;
                in_passes<T>(vector_loads<T, Operator>, with, block_size, 0, op,
                             [=](std::uint64_t blocks) { return std::min(blocks, most); });
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
