// 91: CUB, cub::DeviceReduce. For nvcc alone.
#include <cub/device/device_reduce.cuh>
#include <ladders/harness/cub_scratch.hpp>
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB's reduction with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null. Sums
/// go by the call that CUB's users make: it knows the operator.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
        const T* const input = static_cast<const T*>(with.input);
        T* const output = static_cast<T*>(with.output);
        const auto elements = static_cast<std::int64_t>(with.elements);
        if constexpr (std::is_same_v<Operator, plus>) {
            check(cub::DeviceReduce::Sum(scratch, bytes, input, output, elements, stream_of(with)),
                  "cub::DeviceReduce::Sum");
        } else {
            check(cub::DeviceReduce::Reduce(scratch, bytes, input, output, elements, op,
                                            T(identity<Operator, T>::value), stream_of(with)),
                  "cub::DeviceReduce::Reduce");
        }
    });
}

const registration cub_rung{{
    .pattern = "reduce",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceReduce of the CUDA toolkit: one or two kernels, tuned for each architecture.",
    .hypothesis = "The best known: what the library is measured against.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .scratch_bytes = scratch_of_cub<run_cub>,
    .run = run_in_scratch<run_cub>,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
