// The library's convolution beside OpenCV's filter2D and sepFilter2D, pixel by pixel: every boundary and mask size that
// OpenCV has. Weights and pixels are small integers, so that sums are exact in any order; where OpenCV goes by the
// discrete Fourier transform, floating-point sums are compared with what they are closest to.
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>
#include <vector>

#include <strider/convolve.hpp>

namespace strider::test {
namespace {

struct border {
    boundary outside;
    int opencv;
};
constexpr border borders[] = {{boundary::zero, cv::BORDER_CONSTANT},
                              {boundary::replicate, cv::BORDER_REPLICATE},
                              {boundary::symmetric, cv::BORDER_REFLECT},
                              {boundary::reflect, cv::BORDER_REFLECT_101}};

template <class T>
int type_of(unsigned channels) {
    return CV_MAKETYPE(cv::DataType<T>::depth, static_cast<int>(channels));
}

/// Small integers; those of masks sum up to so little that few pixels saturate.
template <class T>
std::vector<T> integers(std::size_t count, int least, unsigned choices, std::mt19937_64& random) {
    std::vector<T> values(count);
    for (T& value : values) value = static_cast<T>(least + static_cast<int>(random() % choices));
    return values;
}

template <class T>
void expect_equal(const cv::Mat& right, const std::vector<T>& found, const std::string& what) {
    for (int r = 0; r < right.rows; ++r) {
        const T* const row = right.ptr<T>(r);
        const std::size_t width = static_cast<std::size_t>(right.cols * right.channels());
        for (std::size_t c = 0; c < width; ++c) {
            const T expected = static_cast<T>(std::nearbyint(static_cast<double>(row[c])));
            ASSERT_EQ(found[static_cast<std::size_t>(r) * width + c], expected) << what << ": row " << r << ", " << c;
        }
    }
}

template <class T>
void compare(unsigned channels, int mask_rows, int mask_columns, int anchor_row, int anchor_column) {
    using Weight = weight_of<T>;
    constexpr int rows = 70, columns = 83;
    const std::size_t width = columns * channels;
    std::mt19937_64 random(static_cast<unsigned>(mask_rows * 64 + mask_columns));
    const std::vector<T> pixels = integers<T>(rows * width, 0, 4, random);
    const std::vector<Weight> mask =
        integers<Weight>(static_cast<std::size_t>(mask_rows * mask_columns), -1, 3, random);
    const std::vector<Weight> column = integers<Weight>(static_cast<std::size_t>(mask_rows), -1, 3, random),
                              row = integers<Weight>(static_cast<std::size_t>(mask_columns), 0, 2, random);
    const cv::Mat from(rows, columns, type_of<T>(channels), const_cast<T*>(pixels.data()));  // only read
    const auto matrix = [](const std::vector<Weight>& of, int of_rows, int of_columns) {
        return cv::Mat(of_rows, of_columns, cv::DataType<Weight>::depth, const_cast<Weight*>(of.data()));
    };
    const cv::Point anchor(anchor_column, anchor_row);
    const matrix_view<const T> input(pixels.data(), rows, width);
    const matrix_view<const Weight> weights(mask.data(), static_cast<unsigned>(mask_rows),
                                            static_cast<unsigned>(mask_columns));
    for (const border& at : borders) {
        const convolve_options options{.outside = at.outside,
                                       .channels = channels,
                                       .anchor_row = static_cast<unsigned>(anchor_row),
                                       .anchor_column = static_cast<unsigned>(anchor_column)};
        const std::string what = std::to_string(mask_rows) + " x " + std::to_string(mask_columns) + " on " +
                                 std::to_string(channels) + " channels of " + std::to_string(sizeof(T)) +
                                 " bytes, boundary " + std::to_string(static_cast<int>(at.outside));
        std::vector<T> found(pixels.size());
        const matrix_view<T> output(found.data(), rows, width);
        cv::Mat right;
        cv::filter2D(from, right, -1, matrix(mask, mask_rows, mask_columns), anchor, 0, at.opencv);
        convolve(cpu{}, input, weights, output, options);
        expect_equal(right, found, what);
        cv::sepFilter2D(from, right, -1, matrix(row, 1, mask_columns), matrix(column, mask_rows, 1), anchor, 0,
                        at.opencv);
        convolve_separable(cpu{}, input, column, row, output, options);
        expect_equal(right, found, what + ", separable");
    }
}

template <class T>
class ConvolveBesideOpenCv : public testing::Test {};
using pixel_types = testing::Types<float, double, std::uint8_t, std::uint16_t>;
TYPED_TEST_SUITE(ConvolveBesideOpenCv, pixel_types);

TYPED_TEST(ConvolveBesideOpenCv, GivesTheSamePixelsForEveryMaskSize) {
    for (int size = 1; size <= static_cast<int>(widest_mask); size += size < 16 ? 1 : 5) {
        compare<TypeParam>(1, size, size, size / 2, size / 2);
    }
    compare<TypeParam>(1, 63, 63, 31, 31);
    compare<TypeParam>(1, 3, 8, 2, 0);
    compare<TypeParam>(1, 12, 5, 0, 4);
}

TYPED_TEST(ConvolveBesideOpenCv, GivesTheSamePixelsInEveryChannel) {
    for (const unsigned channels : {2, 3, 4}) {
        compare<TypeParam>(channels, 3, 3, 1, 1);
        compare<TypeParam>(channels, 5, 4, 2, 1);
        compare<TypeParam>(channels, 17, 17, 8, 8);
    }
}

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
