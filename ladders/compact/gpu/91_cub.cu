// 91: CUB, cub::DeviceSelect::If. For nvcc alone.
#include <cub/device/device_select.cuh>

#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/cub_scratch.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB's selection with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    with_compaction(with, [&](const auto* input, std::uint64_t elements, auto* kept, std::uint64_t* count, auto keep) {
        check(cub::DeviceSelect::If(scratch, bytes, input, kept, count, static_cast<std::int64_t>(elements), keep,
                                    stream_of(with)),
              "cub::DeviceSelect::If");
    });
}

const registration cub_rung{{
    .pattern = "compact",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceSelect::If of the CUDA toolkit: a single pass with decoupled look-back, tuned for each "
            "architecture.",
    .hypothesis = "It is the best known kernel.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .scratch_bytes = scratch_of_cub<run_cub>,
    .run = run_in_scratch<run_cub>,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
