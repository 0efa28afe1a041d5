// Programmatic dependent launches, for programs about them.
#pragma once

#include "program.cuh"

template <class... Parameters, class... Arguments>
void launch_with(const cudaLaunchAttribute& attribute, cudaStream_t stream, int grid, int block,
                 void (*kernel)(Parameters...), Arguments... arguments) {
    cudaLaunchAttribute attributes[] = {attribute};
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(grid);
    config.blockDim = dim3(block);
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, arguments...);
}

template <class... Parameters, class... Arguments>
void launch_dependent(cudaStream_t stream, int grid, int block, void (*kernel)(Parameters...), Arguments... arguments) {
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    launch_with(early, stream, grid, block, kernel, arguments...);
}
// SPDX-License-Identifier: Apache-2.0
