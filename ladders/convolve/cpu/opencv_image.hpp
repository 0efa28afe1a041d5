// How the contenders of OpenCV are called.
#pragma once

#include <limits>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include <ladders/convolve/cpu/image.hpp>

namespace strider::ladders::convolve {

/// OpenCV's name of a boundary; it has none for filters that wrap.
inline int border_of(boundary outside) {
    switch (outside) {
        case boundary::zero:
            return cv::BORDER_CONSTANT;
        case boundary::replicate:
            return cv::BORDER_REPLICATE;
        case boundary::symmetric:
            return cv::BORDER_REFLECT;
        case boundary::wrap:
            break;
    }
    throw std::invalid_argument("OpenCV's filters do not wrap");
}

/// OpenCV's images have no more than 2^31 rows or columns, and at least one.
inline bool opencv_takes(const instance& of) {
    const shape image = shape_of(of);
    constexpr std::int64_t most = std::numeric_limits<int>::max();
    return image.outside != boundary::wrap && image.rows > 0 && image.rows < most && image.columns < most;
}

/// Runs `filter(input, output, side, shape, anchor)` on the rung's image; the anchor is the entry of the mask that
/// meets the pixel itself.
template <class Filter>
void with_opencv_image(const arguments& with, Filter filter) {
    with_image(with, [&]<class T>(const T* input, const float* side, T* output, const shape& of) {
        const int rows = static_cast<int>(of.rows), columns = static_cast<int>(of.columns);
        constexpr int type = cv::traits::Type<T>::value;
        const cv::Mat from(rows, columns, type, const_cast<T*>(input));  // only read
        cv::Mat to(rows, columns, type, output);
        const cv::Point anchor(static_cast<int>(of.mask_columns / 2), static_cast<int>(of.mask_rows / 2));
        filter(from, to, side, of, anchor);
    });
}

}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
