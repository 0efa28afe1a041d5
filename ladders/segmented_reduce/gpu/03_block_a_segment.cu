// 03: a block a segment
// More loads under way for a segment; and what most libraries do.
#include <ladders/harness/counted_operator.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/segmented_reduce/dispatch.hpp>
#include <strider/cuda/block/tree.hpp>

namespace strider::ladders::segmented_reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void block_a_segment(typed_segments<T> of, T nothing, Operator op) {
    __shared__ T warps[block_size / 32];
    const std::uint64_t s = blockIdx.x;
    const offset end = of.offsets[s + 1];
    T total = nothing;
    for (std::uint64_t i = std::uint64_t{of.offsets[s]} + threadIdx.x; i < end; i += block_size)
        total = op(total, of.input[i]);
    total = block::tree<block_size>(total, block_size, op, warps);
    if (threadIdx.x == 0) of.output[s] = total;
}

static const registration block_a_segment_rung{{
    .pattern = "segmented-reduce",
    .number = 3,
    .follows = 2,
    .name = "a block a segment",
    .fault = "few loads for a long segment",
    .change = "all threads on one segment",
    .idea = "All threads of a block read one segment, so a long segment has enough loads in flight.",
    .hypothesis = "Even a short segment costs a barrier and the start of a block: barriers rise.",
    .expectations = {{"barriers", direction::rises}},
    .source = "CUB's DeviceSegmentedReduce: one block a segment",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const auto of = segments_in<T>(with);
                launch_on(with, of.segments, block_size, 0, block_a_segment<T, Operator>, of,
                          identity<Operator, T>::value, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
