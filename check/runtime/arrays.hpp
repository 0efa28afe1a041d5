// A cudaArray: memory from cudaMalloc(), its rows one behind the other.
#pragma once

#include <strider/check/runtime/texture.hpp>

struct cudaArray {
    strider::emulation::texture shape;
    cudaChannelFormatDesc channels{};
    cudaExtent extent{};
    unsigned flags = 0;
};
// SPDX-License-Identifier: Apache-2.0
