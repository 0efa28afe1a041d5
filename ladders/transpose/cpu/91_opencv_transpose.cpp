// Contender 91: OpenCV, cv::transpose.
#include <opencv2/core.hpp>

#include <limits>

#include <ladders/transpose/cpu/dispatch.hpp>

namespace strider::ladders::transpose {
namespace {

/// An OpenCV type of this size: it looks at nothing else.
template <class Item>
constexpr int matrix_type = sizeof(Item) == 1   ? CV_8UC1
                            : sizeof(Item) == 2 ? CV_16UC1
                            : sizeof(Item) == 4 ? CV_32SC1
                            : sizeof(Item) == 8 ? CV_32SC2
                                                : CV_32SC4;

void run(const arguments& with) {
    if (with.elements == 0) return;
    with_matrix(with, []<class Item>(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
        const int high = static_cast<int>(rows), wide = static_cast<int>(columns);
        const cv::Mat from(high, wide, matrix_type<Item>, const_cast<Item*>(input));
        cv::Mat to(wide, high, matrix_type<Item>, output);
        cv::transpose(from, to);
    });
}

const registration here{{
    .pattern = "transpose",
    .number = 91,
    .name = "OpenCV",
    .idea = "cv::transpose moves four items at a time, on one thread, without vectors.",
    .hypothesis = "Compare with rung 2.",
    .source = "OpenCV, modules/core",
    .kind = rung_kind::contender,
    .supports =
        [](const instance& of) {
            const extents size = extents_of(of);
            return std::max(size.rows, size.columns) <= std::numeric_limits<int>::max();
        },
    .run = run,
}};

}  // namespace
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
