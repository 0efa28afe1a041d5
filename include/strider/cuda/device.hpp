// What grids and shared memory are cut to: the current device, or one that the executor pretends to be.
#pragma once

#include <cstddef>

#include <strider/core/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

#if defined(__CUDACC__)

namespace detail {
inline unsigned device_attribute(cudaDeviceAttr which) {
    int device = 0, value = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&value, which, device), "cudaDeviceGetAttribute");
    return static_cast<unsigned>(value);
}
}  // namespace detail

inline unsigned multiprocessors() { return detail::device_attribute(cudaDevAttrMultiProcessorCount); }

/// The shared memory that a block may ask for.
inline std::size_t most_shared_bytes() { return detail::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin); }

#else

inline unsigned multiprocessors() { return 4; }
inline std::size_t most_shared_bytes() { return 227 * 1024; }

#endif

}  // namespace STRIDER_TARGET
}  // namespace strider
