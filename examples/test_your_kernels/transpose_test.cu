// The kernel's results, its races and bad accesses, and its memory traffic: on a machine that has no GPU.
#include <gtest/gtest.h>

#include <algorithm>

#include <strider/emulator/gtest.hpp>
#include <strider/emulator/memory.hpp>
#include <strider/launch.hpp>

#include "transpose.cuh"

namespace {

using strider::emulation::device_array;

struct shape {
    int width, height;
};

std::vector<float> transposed(const std::vector<float>& matrix, shape of) {
    device_array<float> input(matrix.size(), "the matrix"), result(matrix.size(), "the transposed matrix");
    std::copy(matrix.begin(), matrix.end(), input.begin());
    const dim3 tiles((of.width + tile_side - 1) / tile_side, (of.height + tile_side - 1) / tile_side);
    strider::launch(transpose, {tiles, dim3(tile_side, 8)}, input.data(), result.data(), of.width, of.height);
    return {result.begin(), result.end()};
}

std::vector<float> numbered(shape of) {
    std::vector<float> matrix(static_cast<std::size_t>(of.width) * of.height);
    for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(i);
    return matrix;
}

TEST(transpose, is_right_and_clean_for_any_shape) {
    for (const shape of : {shape{1, 1}, shape{32, 32}, shape{33, 31}, shape{100, 7}}) {
        strider::emulation::session session;
        const std::vector<float> result = transposed(numbered(of), of);
        for (int y = 0; y < of.height; ++y)
            for (int x = 0; x < of.width; ++x) ASSERT_EQ(result[x * of.height + y], y * of.width + x);
        EXPECT_NO_FINDINGS(session.report());
    }
}

TEST(transpose, has_no_bank_conflicts_and_whole_sectors_only) {
    strider::emulation::session session({.speed = strider::emulation::speed::count});
    transposed(numbered({64, 64}), {64, 64});
    EXPECT_WAVEFRONTS_PER_REQUEST(session.report(), 1.0);
    EXPECT_SECTORS_PER_REQUEST(session.report(), 4.0);
    EXPECT_BARRIERS(session.report(), 4u);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
