// 07: warp shuffles
// Kogge-Stone again, but among the lanes of a warp, in registers; shared memory only carries one total from each warp.
#include <ladders/scan/gpu/block_scan.hpp>
#include <ladders/scan/gpu/one_block.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

template <class T, class Operator>
__global__ void warp_shuffles(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op) {
    __shared__ T warps[largest_block / 32];
    T carry = identity<Operator, T>::value;  // all that came before the section

    for (std::uint64_t start = 0; start < elements; start += largest_block) {
        const std::uint64_t i = start + threadIdx.x;
        const T mine = input(i);
        const place_in_block<T> place = scan_block<largest_block>(mine, warps, op);
        if (i < elements) output[i] = op(op(carry, place.before), mine);
        carry = op(carry, place.total);
        __syncthreads();  // `warps` is used again
    }
}

static const registration warp_shuffles_rung{{
    .pattern = "scan",
    .number = 7,
    .follows = 6,
    .name = "warp shuffles",
    .fault = "a barrier for each step",
    .change = "prefixes in registers",
    .idea = "Lanes pass their prefixes in registers: a warp needs no barrier, and writes one total to shared memory.",
    .hypothesis = "A section of 1,024 elements needs two barriers, not one per step, and shared wavefronts fall. "
                  "Operations rise sixfold, but cost less than the barriers did.",
    .expectations = {{"barriers", direction::falls},
                     {"shared_wavefronts", direction::falls},
                     {"operations", direction::rises},
                     {"time", direction::falls}},
    .source = "Harris and Garland 2012, GPU Computing Gems, chapter 3; Merrill and Grimshaw 2009",
    .block = largest_block,
    .most_elements = most_elements_of_one_block,
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                launch_on(with, 1, largest_block, 0, warp_shuffles<T, Operator>, input_of<T>(with, op),
                          static_cast<T*>(with.output), with.elements, op);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
