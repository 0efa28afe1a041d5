// 91: CUB, cub::DeviceSegmentedReduce. For nvcc alone.
#include <cub/device/device_segmented_reduce.cuh>

#include <ladders/harness/cub_scratch.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/segmented_reduce/dispatch.hpp>

namespace strider::ladders::segmented_reduce {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null. Sums go by the
/// call that CUB's users make: it knows the operator.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
        const auto of = segments_in<T>(with);
        const auto segments = static_cast<std::int64_t>(of.segments);
        if constexpr (std::is_same_v<Operator, plus>) {
            check(cub::DeviceSegmentedReduce::Sum(scratch, bytes, of.input, of.output, segments, of.offsets,
                                                  of.offsets + 1, stream_of(with)),
                  "cub::DeviceSegmentedReduce");
        } else {
            check(cub::DeviceSegmentedReduce::Reduce(scratch, bytes, of.input, of.output, segments, of.offsets,
                                                     of.offsets + 1, op, T(identity<Operator, T>::value),
                                                     stream_of(with)),
                  "cub::DeviceSegmentedReduce");
        }
    });
}

const registration cub_rung{{
    .pattern = "segmented-reduce",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceSegmentedReduce of the CUDA toolkit: one block a segment.",
    .hypothesis = "It is as fast as the memory for many long segments only.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .scratch_bytes = scratch_of_cub<run_cub>,
    .run = run_in_scratch<run_cub>,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::segmented_reduce
// SPDX-License-Identifier: Apache-2.0
