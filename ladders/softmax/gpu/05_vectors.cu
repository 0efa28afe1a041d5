// 05: 16-byte accesses
// The same passes, four elements a load. Rows that do not begin at a multiple of 16 bytes go by elements.
#include <ladders/softmax/gpu/online.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

template <unsigned width>
__global__ void vectors(const float* input, float* output, std::uint64_t rows, unsigned columns) {
    const std::uint64_t row = row_of_warp();
    if (row >= rows) return;
    online_row(reinterpret_cast<const pack<width>*>(input + row * columns),
               reinterpret_cast<pack<width>*>(output + row * columns), columns);
}

static const registration vectors_rung{{
    .pattern = "softmax",
    .number = 5,
    .follows = 4,
    .name = "16-byte accesses",
    .fault = "4 bytes in flight per load",
    .change = "16 bytes per load",
    .idea = "Each lane loads and stores four neighbours at once.",
    .hypothesis = "A quarter as many requests move the same sectors: sectors per request rise from 4 to 16.",
    .expectations = {{"global_sectors_per_request", direction::rises}, {"global_sectors", direction::stays}},
    .source = "J. Luitjens, Increase Performance with Vectorized Memory Access (2013)",
    .block = block_size,
    .run =
        [](const arguments& with) {
            launch_rows(with, block_size / 32, 0, rows_are_aligned(with) ? vectors<widest> : vectors<1>);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
