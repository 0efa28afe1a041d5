// 91: CUB, cub::DeviceMerge::MergeKeys. For nvcc alone.
#include <cub/device/device_merge.cuh>

#include <ladders/harness/cub_scratch.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/merge/sequences.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB's merge with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    const sequences of = sequences_of(with);
    check(cub::DeviceMerge::MergeKeys(scratch, bytes, of.first.keys, static_cast<std::int64_t>(of.first.count),
                                      of.second.keys, static_cast<std::int64_t>(of.second.count), of.merged,
                                      ::cuda::std::less<>{}, stream_of(with)),
          "cub::DeviceMerge::MergeKeys");
}

const registration cub_rung{{
    .pattern = "merge",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceMerge::MergeKeys of the CUDA toolkit: searches ahead, then tiles, tuned for each architecture.",
    .hypothesis = "The best known. The library has no merge.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .scratch_bytes = scratch_of_cub<run_cub>,
    .run = run_in_scratch<run_cub>,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
