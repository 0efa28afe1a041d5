// 91: CUB, cub::DeviceReduce. For nvcc alone.
#include <cub/device/device_reduce.cuh>
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

namespace {

/// Runs CUB's reduction with scratch at `scratch`, or stores in `bytes` how much it wants where `scratch` is null.
void run_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
        check(cub::DeviceReduce::Reduce(scratch, bytes, static_cast<const T*>(with.input), static_cast<T*>(with.output),
                                        static_cast<std::int64_t>(with.elements), op, T(identity<Operator, T>::value),
                                        stream_of(with)),
              "cub::DeviceReduce::Reduce");
    });
}

/// The same for sums, by the call that CUB's users make: it knows the operator.
void sum_cub(const arguments& with, void* scratch, std::size_t& bytes) {
    with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator) {
        check(cub::DeviceReduce::Sum(scratch, bytes, static_cast<const T*>(with.input), static_cast<T*>(with.output),
                                     static_cast<std::int64_t>(with.elements), stream_of(with)),
              "cub::DeviceReduce::Sum");
    });
}

std::size_t scratch_of_cub(const arguments& with) {
    std::size_t bytes = 0;
    with.op == operation::sum ? sum_cub(with, nullptr, bytes) : run_cub(with, nullptr, bytes);
    return bytes;
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
    .scratch_bytes = scratch_of_cub,
    .run =
        [](const arguments& with) {
            std::size_t bytes = scratch_of_cub(with);
            with.op == operation::sum ? sum_cub(with, with.scratch, bytes) : run_cub(with, with.scratch, bytes);
        },
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
