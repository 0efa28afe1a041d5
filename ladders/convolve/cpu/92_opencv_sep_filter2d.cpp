// Contender 92: OpenCV's sepFilter2D.
#include <ladders/convolve/cpu/opencv_image.hpp>

namespace strider::ladders::convolve {
namespace {

void run(const arguments& with) {
    with_opencv_image(with, [](const cv::Mat& from, cv::Mat& to, const float* side, const shape& of, cv::Point anchor) {
        const side_places at(of);
        const cv::Mat row(1, static_cast<int>(of.mask_columns), CV_32F, const_cast<float*>(side + at.row));
        const cv::Mat column(static_cast<int>(of.mask_rows), 1, CV_32F, const_cast<float*>(side + at.column));
        cv::sepFilter2D(from, to, -1, row, column, anchor, 0, border_of(of.outside));
    });
}

const registration here{{
    .pattern = "convolve",
    .number = 92,
    .name = "OpenCV sepFilter2D",
    .idea = "OpenCV's filter for separable masks: rows first, then columns, in buffers of a few rows.",
    .hypothesis = "Compare with rung 5 on one core.",
    .source = "OpenCV 4, imgproc",
    .kind = rung_kind::contender,
    .supports = [](const instance& of) { return opencv_takes(of) && of.parameters[dimensions] == 2; },
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
