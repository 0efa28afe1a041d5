// 05: checked indices
// The rung of four in flight, which follows no index that is beyond the elements, and tells the first position of one.
#include <ladders/harness/checked_index.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, a block apart, so that a warp's indices stay neighbours.
inline constexpr unsigned in_flight = 4;

template <class T, class Index>
__global__ void checked(const T* input, const Index* indices, T* output, std::uint64_t elements,
                        bad_index_word* first_bad) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (in_flight * block_size) + threadIdx.x;
    Index to[in_flight];
    T element[in_flight];
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        if (i < elements) to[k] = indices[i], element[k] = input[i];
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        if (i >= elements) break;
        if (to[k] < elements) {
            output[to[k]] = element[k];
        } else {
            atomicMin(first_bad, bad_index_word{i});
        }
    }
}

static const registration checked_rung{{
    .pattern = "scatter",
    .number = 5,
    .follows = 2,
    .name = "checked",
    .fault = "a bad index writes anywhere",
    .change = "every index is compared",
    .idea = "Every index is compared with the number of elements. A bad index costs an atomic minimum, a good index "
            "only the comparison.",
    .hypothesis = "A comparison accesses no memory: sectors stay. There is no atomic while all indices are good.",
    .expectations = {{"atomics", direction::stays}, {"global_sectors", direction::stays}},
    .source = "what a bounds check costs, measured",
    .block = block_size,
    .supports = permutes,
    .scratch_bytes = scratch_of_checked,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                bad_index_word* const first_bad = static_cast<bad_index_word*>(with.scratch);
                launch_fill(with, first_bad, 1, no_bad_index);
                launch_on(with, blocks_for(with.elements, in_flight * block_size), block_size, 0, checked<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements, first_bad);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
