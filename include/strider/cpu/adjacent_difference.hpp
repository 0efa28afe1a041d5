// Adjacent differences on all cores: every core takes stretches, whose left neighbours are copied before any is
// written. In place, a stretch goes through a core's cache: so its loop reads what it does not write, and is
// vectorised. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/map.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/widest_vectors.hpp>

namespace strider {

namespace cpu_backend {

inline constexpr std::uint64_t difference_stretch = std::uint64_t{1} << 14;  ///< elements that a core takes at once

/// The elements from `first` to `end`, in place; `left` stands before the first of them.
template <class T, class Operator>
void difference_in_place(T* elements, std::uint64_t first, std::uint64_t end, const T& left, Operator op) {
    constexpr std::uint64_t together = 4096 / sizeof(T);
    alignas(64) unsigned char memory[(together + 1) * sizeof(T)];
    T* const copied = reinterpret_cast<T*>(memory);  // with the left neighbour of the first
    std::memcpy(static_cast<void*>(copied), &left, sizeof(T));
    while (first < end) {
        const std::uint64_t count = std::min(together, end - first);
        std::memcpy(static_cast<void*>(copied + 1), elements + first, count * sizeof(T));
        T* const __restrict results = elements + first;
        for (std::uint64_t i = 0; i < count; ++i) results[i] = static_cast<T>(op(copied[i + 1], copied[i]));
        std::memcpy(static_cast<void*>(copied), copied + count, sizeof(T));
        first += count;
    }
}

}  // namespace cpu_backend

/// op(element, left neighbour) of every element but the first, which is copied, to `output`, which may be the input.
template <class T, class U, class Operator>
void difference_neighbours(cpu, const T* input, std::uint64_t elements, U* output, Operator op) {
    using namespace cpu_backend;
    if constexpr (std::is_same_v<T, U>) {
        if (input == output) {
            const std::uint64_t stretches = (elements - 1) / difference_stretch + 1;  // the first element is none's
            const auto first_of = [](std::uint64_t s) { return s * difference_stretch + 1; };
            struct alignas(T) place {
                unsigned char bytes[sizeof(T)];
            };
            const auto memory = std::make_unique_for_overwrite<place[]>(stretches);
            T* const left = reinterpret_cast<T*>(memory.get());
            for (std::uint64_t s = 0; s < stretches; ++s) {
                std::memcpy(static_cast<void*>(left + s), input + first_of(s) - 1, sizeof(T));
            }
            const auto one = [&](std::uint64_t s) {
                by_widest_vectors([=, end = std::min(first_of(s + 1), elements)] {
                    difference_in_place(output, first_of(s), end, left[s], op);
                });
            };
            return in_parallel(0, stretches, one, tasks_unless(elements < parallel_from));
        }
    }
    output[0] = static_cast<U>(input[0]);
    const zipped pairs{contiguous<T>{input + 1}, contiguous<T>{input}, op};
    map_source(cpu{}, pairs, elements - 1, output + 1);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
