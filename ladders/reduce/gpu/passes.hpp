// Shared by the rungs of this ladder: the passes from many values to one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/reduce/dispatch.hpp>

namespace strider::ladders::reduce {

inline namespace STRIDER_TARGET {

/// Scratch of `in_passes`: the results of the first pass and, beside them, of the second. Passes take turns.
template <unsigned per_block>
std::size_t scratch_of_passes(const arguments& with) {
    const std::uint64_t first = blocks_for(with.elements, per_block);
    return (first + blocks_for(first, per_block)) * size_of(with.type);
}

/// A kernel that leaves one value for each of its blocks.
template <class T, class Operator>
using block_kernel = void (*)(const T* input, T* output, std::uint64_t elements, Operator op);

/// A block for each portion.
struct one_block_each {
    std::uint64_t operator()(std::uint64_t blocks) const { return blocks; }
};

/// Launches `kernel`, each of whose blocks takes `per_block` elements, on the input, then on its own results, until one
/// value is left. Never in place: a block may not overwrite what another has not read yet. `grid(blocks)` may ask for
/// fewer blocks than there are such portions.
template <class T, class Operator, class Grid = one_block_each>
void in_passes(block_kernel<T, Operator> kernel, const arguments& with, std::uint64_t per_block,
               std::size_t shared_bytes, Operator op, Grid grid = {}) {
    const T* input = static_cast<const T*>(with.input);
    std::uint64_t elements = with.elements;
    T* here = static_cast<T*>(with.scratch);
    T* there = here + blocks_for(elements, per_block);
    for (;;) {
        const std::uint64_t blocks = grid(blocks_for(elements, per_block));
        T* const output = blocks == 1 ? static_cast<T*>(with.output) : here;
        launch(kernel, {dim3(static_cast<unsigned>(blocks)), dim3(block_size), shared_bytes, stream_of(with)}, input,
               output, elements, op);
        if (blocks == 1) return;
        input = output;
        elements = blocks;
        std::swap(here, there);
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
