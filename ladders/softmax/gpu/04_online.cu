// 04: online, the maximum and the sum in one pass
// A sum whose maximum was too small is multiplied by the exponential of the difference.
#include <ladders/softmax/gpu/online.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

__global__ void online(const float* input, float* output, std::uint64_t rows, unsigned columns) {
    const std::uint64_t row = row_of_warp();
    if (row >= rows) return;
    online_row(reinterpret_cast<const pack<1>*>(input + row * columns),
               reinterpret_cast<pack<1>*>(output + row * columns), columns);
}

static const registration online_rung{{
    .pattern = "softmax",
    .number = 4,
    .follows = 2,
    .name = "online",
    .fault = "each row is loaded three times",
    .change = "maximum and sum in one pass",
    .idea = "Each lane keeps a maximum and a sum, and corrects the sum when the maximum grows. Then lanes join their "
            "pairs.",
    .hypothesis = "A row of any length is loaded twice instead of three times, without shared memory.",
    .expectations = {{"global_bytes_loaded", direction::falls}, {"global_sectors_per_request", direction::stays}},
    .source = "M. Milakov and N. Gimelshein, Online normalizer calculation for softmax (2018)",
    .block = block_size,
    .run = [](const arguments& with) { launch_rows(with, block_size / 32, 0, online); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
