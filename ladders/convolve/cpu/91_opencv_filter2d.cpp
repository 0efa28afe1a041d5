// Contender 91: OpenCV's filter2D.
#include <ladders/convolve/cpu/opencv_image.hpp>

namespace strider::ladders::convolve {
namespace {

void run(const arguments& with) {
    with_opencv_image(with, [](const cv::Mat& from, cv::Mat& to, const float* side, const shape& of, cv::Point anchor) {
        const cv::Mat mask(static_cast<int>(of.mask_rows), static_cast<int>(of.mask_columns), CV_32F,
                           const_cast<float*>(side));  // only read
        cv::filter2D(from, to, -1, mask, anchor, 0, border_of(of.outside));
    });
}

/// From so many entries on, OpenCV goes by the discrete Fourier transform, whose results are close and not exact.
constexpr unsigned entries_by_transform = 50;

const registration here{{
    .pattern = "convolve",
    .number = 91,
    .name = "OpenCV filter2D",
    .idea = "OpenCV's filter for any mask, by vectors. It takes fewer than 50 entries: OpenCV computes larger masks by "
            "a Fourier transform, which is not exact.",
    .hypothesis = "Compare with rung 3.",
    .source = "OpenCV 4, imgproc",
    .kind = rung_kind::contender,
    .supports =
        [](const instance& of) {
            const shape image = shape_of(of);
            return opencv_takes(of) && image.mask_rows * image.mask_columns < entries_by_transform;
        },
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
