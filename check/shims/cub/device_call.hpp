// CUB's device-wide calls: each is a launch of one thread, which does all of the work, so that its arrays are checked
// as those of kernels.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <limits>
#include <type_traits>
#include <utility>

#include <cuda/functional>
#include <strider/check/runtime/program.hpp>
#include <strider/check/shims/cub/types.hpp>
#include <strider/emulator/session.hpp>

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char*, int) { return error; }
#define CubDebug(error) cub::Debug(static_cast<cudaError_t>(error), __FILE__, __LINE__)
#define CubDebugExit(error)                \
    do {                                   \
        if (CubDebug(error)) std::exit(1); \
    } while (false)

namespace detail {

/// Values where there are only keys.
struct nothing {
    NullType& operator[](std::ptrdiff_t) const { return none; }
    NullType& operator*() const { return none; }
    static inline NullType none;
};

/// As CUB's calls go: without temporary storage they only tell how much they need.
template <class Work>
cudaError_t run(const char* name, void* storage, std::size_t& bytes, cudaStream_t stream, Work work,
                std::size_t needs = 1) {
    if (storage == nullptr) {
        bytes = needs;
        return cudaSuccess;
    }
    const ::strider::emulation::library_call by_the_user;
    ::strider::emulation::program::launch(name, work, nullptr, 1, 1, 0, stream)();
    return cudaPeekAtLastError();
}

}  // namespace detail

}  // namespace cub
// SPDX-License-Identifier: Apache-2.0
