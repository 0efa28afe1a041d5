// 02: a warp a segment
// The lanes of a warp read neighbours; a tree of shuffles joins what they found.
#include <ladders/harness/counted_operator.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/segmented_reduce/dispatch.hpp>
#include <strider/cuda/warp/tree.hpp>

namespace strider::ladders::segmented_reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void warp_a_segment(typed_segments<T> of, T nothing, Operator op) {
    const std::uint64_t s = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
    const unsigned lane = threadIdx.x % 32;
    if (s >= of.segments) return;
    const offset end = of.offsets[s + 1];
    T total = nothing;
    for (std::uint64_t i = std::uint64_t{of.offsets[s]} + lane; i < end; i += 32) total = op(total, of.input[i]);
    total = warp::tree<32>(total, 32, op);
    if (lane == 0) of.output[s] = total;
}

static const registration warp_a_segment_rung{{
    .pattern = "segmented-reduce",
    .number = 2,
    .follows = 1,
    .name = "a warp a segment",
    .fault = "lanes read far apart",
    .change = "lanes read side by side",
    .idea = "Each warp takes a segment. Lanes read neighbouring elements, and join their results by shuffles.",
    .hypothesis = "Requests touch whole lines: sectors per request fall, except for segments of a few elements.",
    .expectations = {{"global_sectors_per_request", direction::falls}},
    .source = "N. Bell and M. Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented "
              "Processors (2009): a warp a row",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const auto of = segments_in<T>(with);
                launch_on(with, blocks_for(of.segments, block_size / 32), block_size, 0, warp_a_segment<T, Operator>,
                          of, identity<Operator, T>::value, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
