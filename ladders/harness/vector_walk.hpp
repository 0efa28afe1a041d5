// A grid's walk over memory in 16-byte loads, several of them in flight.
#pragma once

#include <cstdint>

#include <strider/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

/// 16 bytes of elements, as one load brings them.
template <class T>
struct alignas(16) vector {
    static constexpr unsigned size = 16 / sizeof(T);
    T element[size];
};

/// Calls `visit(element)` for this thread's part of `elements` elements, all threads of the grid taking turns. Data
/// need not be aligned: the elements before the first 16-byte boundary and behind the last one are taken one by one.
template <unsigned in_flight, class T, class Visit>
__device__ __forceinline__ void visit_in_vectors(const T* input, std::uint64_t elements, Visit&& visit) {
    constexpr unsigned width = vector<T>::size;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(input) % 16 / sizeof(T);
    const std::uint64_t head = misaligned == 0 ? 0 : (width - misaligned < elements ? width - misaligned : elements);
    const std::uint64_t vectors = (elements - head) / width;
    const vector<T>* const body = reinterpret_cast<const vector<T>*>(input + head);

    std::uint64_t i = me;
    for (; i + (in_flight - 1) * threads < vectors; i += in_flight * threads) {
        vector<T> next[in_flight];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) next[k] = body[i + k * threads];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
#pragma unroll
            for (unsigned v = 0; v < width; ++v) visit(next[k].element[v]);
        }
    }
    for (; i < vectors; i += threads) {
        const vector<T> next = body[i];
#pragma unroll
        for (unsigned v = 0; v < width; ++v) visit(next.element[v]);
    }
    if (me < head) visit(input[me]);
    const std::uint64_t tail = head + vectors * width + me;
    if (tail < elements) visit(input[tail]);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
