// 91: CUB, cub::DeviceScan. For nvcc alone.
#include <cub/device/device_scan.cuh>

#include <ladders/harness/cub_scratch.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scan/problem.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB's scan with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null. Sums go
/// by the call that CUB's users make: it knows the operator.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
        const T* const input = static_cast<const T*>(with.input);
        T* const output = static_cast<T*>(with.output);
        const auto elements = static_cast<std::int64_t>(with.elements);
        const T nothing = identity<Operator, T>::value;
        const cudaStream_t stream = stream_of(with);
        if constexpr (std::is_same_v<Operator, plus>) {
            check(is_exclusive(with) ? cub::DeviceScan::ExclusiveSum(scratch, bytes, input, output, elements, stream)
                                     : cub::DeviceScan::InclusiveSum(scratch, bytes, input, output, elements, stream),
                  "cub::DeviceScan");
        } else {
            check(is_exclusive(with)
                      ? cub::DeviceScan::ExclusiveScan(scratch, bytes, input, output, op, nothing, elements, stream)
                      : cub::DeviceScan::InclusiveScan(scratch, bytes, input, output, op, elements, stream),
                  "cub::DeviceScan");
        }
    });
}

const registration cub_rung{{
    .pattern = "scan",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceScan of the CUDA toolkit: a single pass with decoupled look-back, tuned for each architecture.",
    .hypothesis = "The best known: what the library is measured against.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .scratch_bytes = scratch_of_cub<run_cub>,
    .run = run_in_scratch<run_cub>,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
