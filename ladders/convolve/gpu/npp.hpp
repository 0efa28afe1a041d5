// NVIDIA Performance Primitives, loaded where they are installed: nothing is linked, and their headers are not needed.
#pragma once

#include <dlfcn.h>

#include <ladders/convolve/gpu/convolution.hpp>
#include <limits>
#include <stdexcept>
#include <string>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

/// NPP's own C types, as far as its filters take them.
struct npp_size {
    int width, height;
};
struct npp_point {
    int x, y;
};
struct npp_stream_context {
    cudaStream_t stream;
    int device, multiprocessors, threads_per_multiprocessor, threads_per_block;
    std::size_t shared_bytes_per_block;
    int major, minor;
    unsigned stream_flags;
    int reserved;
};
inline constexpr int npp_border_replicate = 2;

/// Null where this machine has no NPP.
template <class Function>
Function* npp_function(const char* name) {
    for (const char* const file : {"libnppif.so.13", "libnppif.so.12", "libnppif.so"}) {
        if (void* const library = dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
            return reinterpret_cast<Function*>(dlsym(library, name));
        }
    }
    return nullptr;
}

inline void check_npp(int status, const char* name) {
    if (status != 0) throw std::runtime_error(std::string(name) + " failed with status " + std::to_string(status));
}

/// Its only boundary is replicate, its extents are ints, and the mask has a middle.
inline bool npp_takes(const instance& of) {
    const shape image = shape_of(of);
    constexpr std::int64_t most = std::numeric_limits<int>::max() / static_cast<int>(sizeof(float));
    return of.type == element_type::f32 && of.parameters[dimensions] == 2 && image.outside == boundary::replicate &&
           image.mask_rows % 2 == 1 && image.rows >= image.mask_rows && image.columns >= image.mask_columns &&
           image.rows <= most && image.columns <= most;
}

inline npp_stream_context context_of(cudaStream_t stream) {
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    const auto attribute = [device](cudaDeviceAttr which) {
        int value = 0;
        check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
        return value;
    };
    npp_stream_context context{};
    context.stream = stream;
    context.device = device;
    context.multiprocessors = attribute(cudaDevAttrMultiProcessorCount);
    context.threads_per_multiprocessor = attribute(cudaDevAttrMaxThreadsPerMultiProcessor);
    context.threads_per_block = attribute(cudaDevAttrMaxThreadsPerBlock);
    context.shared_bytes_per_block = static_cast<std::size_t>(attribute(cudaDevAttrMaxSharedMemoryPerBlock));
    context.major = attribute(cudaDevAttrComputeCapabilityMajor);
    context.minor = attribute(cudaDevAttrComputeCapabilityMinor);
    check(cudaStreamGetFlags(stream, &context.stream_flags), "cudaStreamGetFlags");
    return context;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
