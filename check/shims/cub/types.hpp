// CUB's types of values and keys, its macros, and what its functions ask the device.
#pragma once

#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <strider/check/runtime/device.hpp>
#include <strider/check/runtime/kernel.hpp>
#include <strider/check/runtime/stream.hpp>
#include <strider/check/shims/cub/sorts.hpp>

#define CUB_VERSION 300001
#define CUB_MAJOR_VERSION (CUB_VERSION / 100000)
#define CUB_MINOR_VERSION (CUB_VERSION / 100 % 1000)
#define CUB_SUBMINOR_VERSION (CUB_VERSION % 100)
#define CUB_PATCH_NUMBER 0
#define CUB_CPP_DIALECT 2020
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_NS_QUALIFIER ::cub
#define CUB_RUNTIME_FUNCTION
#define CUB_MAX_DEVICES (128)
#define CUB_LOG_WARP_THREADS(architecture) (5)
#define CUB_WARP_THREADS(architecture) (32)
#define CUB_PTX_LOG_WARP_THREADS (5)
#define CUB_PTX_WARP_THREADS (32)
#define CUB_SMEM_BANKS(architecture) (32)

namespace cub {

namespace detail {
template <class Iterator>
using value_of = std::remove_cv_t<std::remove_reference_t<decltype(*std::declval<Iterator>())>>;
}  // namespace detail

template <int N, int = N, int = 0>
struct Log2 {
    static constexpr int VALUE = std::bit_width(static_cast<unsigned>(N - 1));  // rounded up
};
template <int N>
struct PowerOfTwo {
    static constexpr bool VALUE = std::has_single_bit(static_cast<unsigned>(N));
};

template <class T>
constexpr T MidPoint(T begin, T end) {
    return begin + (end - begin) / 2;
}

/// Memory for a value without its constructor.
template <class T>
struct Uninitialized {
    alignas(T) unsigned char storage[sizeof(T)];
    T& Alias() { return reinterpret_cast<T&>(*this); }
};

/// A value that an earlier launch of the stream computes.
template <class T, class Iterator = T*>
struct FutureValue {
    using value_type = T;
    Iterator from;
    explicit FutureValue(Iterator from) : from(from) {}
    operator T() const { return *from; }
};

/// The vector type of CUDA of up to four components.
template <class T, int Components>
struct CubVector;
#define STRIDER_CUB_VECTOR(T, name)    \
    template <>                        \
    struct CubVector<T, 1> : name##1 { \
        using BaseType = T;            \
        using Type = CubVector<T, 1>;  \
    };                                 \
    template <>                        \
    struct CubVector<T, 2> : name##2 { \
        using BaseType = T;            \
        using Type = CubVector<T, 2>;  \
    };                                 \
    template <>                        \
    struct CubVector<T, 3> : name##3 { \
        using BaseType = T;            \
        using Type = CubVector<T, 3>;  \
    };                                 \
    template <>                        \
    struct CubVector<T, 4> : name##4 { \
        using BaseType = T;            \
        using Type = CubVector<T, 4>;  \
    };
STRIDER_CUB_VECTOR(signed char, char)
STRIDER_CUB_VECTOR(short, short)
STRIDER_CUB_VECTOR(int, int)
STRIDER_CUB_VECTOR(unsigned char, uchar)
STRIDER_CUB_VECTOR(unsigned short, ushort)
STRIDER_CUB_VECTOR(unsigned, uint)
STRIDER_CUB_VECTOR(float, float)
#undef STRIDER_CUB_VECTOR

inline int CurrentDevice() {
    int device = -1;
    return cudaGetDevice(&device) == cudaSuccess ? device : -1;
}
inline int DeviceCount() {
    int count = -1;
    return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
/// The compute capability as 900 for 9.0.
inline cudaError_t SmVersion(int& version, int device = CurrentDevice()) {
    int major = 0, minor = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
    if (error != cudaSuccess) return error;
    const cudaError_t of_minor = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
    version = major * 100 + minor * 10;
    return of_minor;
}
inline cudaError_t PtxVersion(int& version) { return SmVersion(version); }
inline cudaError_t SyncStream(cudaStream_t stream) { return cudaStreamSynchronize(stream); }
template <class Kernel>
cudaError_t MaxSmOccupancy(int& blocks, Kernel kernel, int threads, int dynamic_bytes = 0) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, reinterpret_cast<const void*>(kernel), threads,
                                                         static_cast<std::size_t>(dynamic_bytes));
}

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
