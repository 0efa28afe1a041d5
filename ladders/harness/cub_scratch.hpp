// The scratch of CUB's calls, which say how much they want.
#pragma once

#include <cstddef>

#include <ladders/harness/rung.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

/// Works with scratch at `scratch`. Where that is null, it only stores in `bytes` how much it wants.
using cub_call = void (*)(const arguments& with, void* scratch, std::size_t& bytes);

template <cub_call call>
std::size_t scratch_of_cub(const arguments& with) {
    std::size_t bytes = 0;
    call(with, nullptr, bytes);
    return bytes;
}

/// Calls it with the rung's scratch.
template <cub_call call>
void run_in_scratch(const arguments& with) {
    std::size_t bytes = scratch_of_cub<call>(with);
    call(with, with.scratch, bytes);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
