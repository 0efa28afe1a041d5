// 91: cuDNN, softmax over the channels of one pixel. For nvcc alone. The library is loaded where it is installed; where
// its header is missing too, this file is empty.
#if __has_include(<cudnn.h>)
#include <memory>

#include <ladders/harness/cudnn.hpp>
#include <ladders/softmax/gpu/rows.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

namespace {

void run(const arguments& with) {
    if (with.elements == 0) return;
    const cudnn_library& lib = cudnn();
    cudnnTensorDescriptor_t rows = nullptr;
    lib.check(lib.create_tensor(&rows), "cudnnCreateTensorDescriptor");
    const std::shared_ptr<void> given_back(rows, [&](void*) { lib.destroy_tensor(rows); });
    lib.check(lib.set_tensor(rows, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, static_cast<int>(rows_of(with)),
                             static_cast<int>(columns_of(with)), 1, 1),
              "cudnnSetTensor4dDescriptor");
    const float multiply = 1, keep = 0;
    lib.check(lib.set_stream(lib.handle, stream_of(with)), "cudnnSetStream");
    lib.check(lib.softmax(lib.handle, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_MODE_INSTANCE, &multiply, rows, with.input,
                          &keep, rows, with.output),
              "cudnnSoftmaxForward");
}

const registration cudnn_rung{{
    .pattern = "softmax",
    .number = 91,
    .follows = 0,
    .name = "cuDNN",
    .idea = "A row is an image of one pixel, whose channels are its elements.",
    .hypothesis = "Loads each row more than once, unless it keeps rows in registers or shared memory.",
    .expectations = {},
    .source = "NVIDIA cuDNN 9, cudnnSoftmaxForward, accurate",
    .kind = rung_kind::contender,
    .supports = [](const instance& of) { return of.elements < std::uint64_t{1} << 31 && cudnn().found; },
    .run = run,
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
#endif
// SPDX-License-Identifier: Apache-2.0
