// 92: cuDNN, a convolution layer of one image and one channel. For nvcc alone. The library is loaded where it is
// installed; where its header is missing too, this file is empty.
#if __has_include(<cudnn.h>)
#include <ladders/convolve/gpu/convolution.hpp>
#include <ladders/harness/cudnn.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

namespace {

/// The layer as cuDNN describes it, and the fastest of its algorithms whose sums are sums of products: transforms (FFT,
/// Winograd) are close and not exact.
struct layer {
    cudnnTensorDescriptor_t image = nullptr;  ///< the output has the same
    cudnnFilterDescriptor_t mask = nullptr;
    cudnnConvolutionDescriptor_t convolution = nullptr;
    cudnnConvolutionFwdAlgo_t algorithm = CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM;
    std::size_t scratch_bytes = 0;

    explicit layer(const shape& of) {
        const cudnn_library& lib = cudnn();
        const int rows = static_cast<int>(of.rows), columns = static_cast<int>(of.columns);
        const int mask_rows = static_cast<int>(of.mask_rows), mask_columns = static_cast<int>(of.mask_columns);
        lib.check(lib.create_tensor(&image), "cudnnCreateTensorDescriptor");
        lib.check(lib.set_tensor(image, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 1, rows, columns),
                  "cudnnSetTensor4dDescriptor");
        lib.check(lib.create_filter(&mask), "cudnnCreateFilterDescriptor");
        lib.check(lib.set_filter(mask, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 1, 1, mask_rows, mask_columns),
                  "cudnnSetFilter4dDescriptor");
        lib.check(lib.create_convolution(&convolution), "cudnnCreateConvolutionDescriptor");
        lib.check(lib.set_convolution(convolution, mask_rows / 2, mask_columns / 2, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION,
                                      CUDNN_DATA_FLOAT),
                  "cudnnSetConvolution2dDescriptor");
        lib.check(lib.set_math_type(convolution, CUDNN_FMA_MATH), "cudnnSetConvolutionMathType");  // no TF32
        cudnnConvolutionFwdAlgoPerf_t ranked[CUDNN_CONVOLUTION_FWD_ALGO_COUNT];
        int count = 0;
        lib.check(lib.get_algorithms(lib.handle, image, mask, convolution, image, CUDNN_CONVOLUTION_FWD_ALGO_COUNT,
                                     &count, ranked),
                  "cudnnGetConvolutionForwardAlgorithm_v7");
        for (int at = 0; at < count; ++at) {
            const auto one = ranked[at].algo;
            const bool sums = one == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM ||
                              one == CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM ||
                              one == CUDNN_CONVOLUTION_FWD_ALGO_GEMM || one == CUDNN_CONVOLUTION_FWD_ALGO_DIRECT;
            if (!sums || ranked[at].status != CUDNN_STATUS_SUCCESS) continue;
            algorithm = one;
            scratch_bytes = ranked[at].memory;
            return;
        }
    }
    layer(const layer&) = delete;
    layer& operator=(const layer&) = delete;
    ~layer() {
        cudnn().destroy_convolution(convolution);
        cudnn().destroy_filter(mask);
        cudnn().destroy_tensor(image);
    }
};

const registration cudnn_rung{{
    .pattern = "convolve",
    .number = 92,
    .follows = 0,
    .name = "cuDNN",
    .idea = "A convolution layer of one image and one channel, by the fastest algorithm that sums plain products. It "
            "takes only odd masks, and the boundary zero.",
    .hypothesis = "Made for many channels: with one, most of its tiles are empty.",
    .expectations = {},
    .source = "NVIDIA cuDNN 9, cudnnConvolutionForward",
    .kind = rung_kind::contender,
    .supports =
        [](const instance& of) {
            const shape image = shape_of(of);
            return of.type == element_type::f32 && image.outside == boundary::zero && image.mask_columns % 2 == 1 &&
                   of.elements > 0 && of.elements < std::uint64_t{1} << 31 && cudnn().found;
        },
    .scratch_bytes = [](const arguments& with) { return layer(shape_of(with)).scratch_bytes; },
    .run =
        [](const arguments& with) {
            const cudnn_library& lib = cudnn();
            const layer one(shape_of(with));
            const float multiply = 1, keep = 0;
            lib.check(lib.set_stream(lib.handle, stream_of(with)), "cudnnSetStream");
            lib.check(
                lib.convolve(lib.handle, &multiply, one.image, with.input, one.mask, with.side_input, one.convolution,
                             one.algorithm, with.scratch, one.scratch_bytes, &keep, one.image, with.output),
                "cudnnConvolutionForward");
        },
}};

}  // namespace

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
#endif
// SPDX-License-Identifier: Apache-2.0
