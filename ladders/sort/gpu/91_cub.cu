// 91: CUB, cub::DeviceRadixSort::SortKeys. For nvcc alone.
#include <cub/device/device_radix_sort.cuh>

#include <ladders/harness/cub_scratch.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/sort/problem.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB's sort with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    check(cub::DeviceRadixSort::SortKeys(scratch, bytes, static_cast<const key*>(with.input),
                                         static_cast<key*>(with.output), static_cast<std::int64_t>(with.elements), 0,
                                         32, stream_of(with)),
          "cub::DeviceRadixSort::SortKeys");
}

const registration cub_rung{{
    .pattern = "sort",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceRadixSort::SortKeys of the CUDA toolkit: one sweep a digit, tuned for each architecture.",
    .hypothesis = "The best known: what the library is measured against.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .scratch_bytes = scratch_of_cub<run_cub>,
    .run = run_in_scratch<run_cub>,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
