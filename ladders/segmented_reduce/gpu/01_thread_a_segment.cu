// 01: a thread a segment
// The loop of a textbook, for every segment at once.
#include <ladders/harness/counted_operator.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/segmented_reduce/dispatch.hpp>

namespace strider::ladders::segmented_reduce {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void thread_a_segment(typed_segments<T> of, T nothing, Operator op) {
    const std::uint64_t s = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (s >= of.segments) return;
    T total = nothing;
    for (offset i = of.offsets[s]; i < of.offsets[s + 1]; ++i) total = op(total, of.input[i]);
    of.output[s] = total;
}

static const registration thread_a_segment_rung{{
    .pattern = "segmented-reduce",
    .number = 1,
    .follows = 0,
    .name = "a thread a segment",
    .change = "a thread walks a segment",
    .idea = "Every thread walks over its own segment.",
    .hypothesis =
        "Neighbouring threads read elements that are a segment apart. A warp waits for the longest of 32 segments.",
    .expectations = {},
    .source = "the loop of a textbook",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const auto of = segments_in<T>(with);
                launch_on(with, blocks_for(of.segments, block_size), block_size, 0, thread_a_segment<T, Operator>, of,
                          identity<Operator, T>::value, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
