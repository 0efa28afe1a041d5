// 04: no lock: an atomic addition made of compare-and-swap
// A section that is one addition needs no lock: read, add, and store if nobody was faster; else again. The total and
// the number are added to apart, so that they agree when all sections are through, not at every moment.
#include <type_traits>

#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

#include <ladders/critical_section/gpu/sections.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

template <class T>
using bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;

/// Adds to a value in global memory. The bits are compared, not the values: NaN differs from itself, and would never
/// end.
template <class T>
__device__ void add_by_swapping(T* address, T value) {
    bits<T>* const word = reinterpret_cast<bits<T>*>(address);
    bits<T> old = ::cuda::atomic_ref<bits<T>, ::cuda::thread_scope_device>(*word).load(::cuda::memory_order_relaxed);
    bits<T> assumed;
    do {
        assumed = old;
        old = atomicCAS(word, assumed, __builtin_bit_cast(bits<T>, plus{}(__builtin_bit_cast(T, assumed), value)));
    } while (assumed != old);
}

template <class T>
__global__ void compare_and_swap(const T* input, std::uint64_t elements, tally<T>* shared) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    for (std::uint64_t i = begin; i < elements; i += threads) {
        add_by_swapping(&shared->total, input[i]);
        add_by_swapping(&shared->number, T(1));
    }
}

static const registration compare_and_swap_rung{{
    .pattern = "critical-section",
    .number = 4,
    .follows = 3,
    .name = "addition by compare-and-swap",
    .fault = "all wait for one holder",
    .change = "no lock: compare-and-swap",
    .idea = "Without a lock, each thread adds to the shared values by compare-and-swap. It tries again if another "
            "thread was faster.",
    .hypothesis = "No thread waits for a holder of the lock. But all lanes of a warp try at once, and one of them "
                  "succeeds: contention rises to 32.",
    .expectations = {{"atomic_max_contention", direction::rises}},
    .source = "lecture on atomics and patterns, atomicAdd of doubles; its first read is atomic here, for others write "
              "meanwhile",
    .block = block_size,
    .most_elements = std::uint64_t{1} << 14,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) { launch_sections<T>(with, compare_and_swap<T>); });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
