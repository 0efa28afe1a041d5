// Scatter on a GPU, and in the emulator: four indices and elements a thread are under way before the first is stored.
//
// scatter_reduce: same-address atomics are slow (1.4 G/s at one address of an H200, 36 G/s at random ones). A block
// whose first indices collide therefore combines its elements in a table in shared memory. It adds the sums to global
// memory at its end. Places in the table belong to the index that comes first; the frequent ones come early. Elements
// that find no place go to global memory at once.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/indices.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/operators.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/gather.hpp>
#include <strider/cuda/policy.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace scatter_kernels {

inline constexpr unsigned threads = 256, in_flight = 4;
/// So few are spread over as many blocks as there can be.
inline constexpr std::uint64_t few_elements = std::uint64_t{1} << 18;

/// Two threads may store to one place. libcu++ stores 1 and 2 bytes by exchanging the word around them, which may lie
/// partly outside of the array.
template <class T>
__device__ __forceinline__ void store_in_one_step(T& to, const T& value) {
#if defined(__CUDACC__)
    if constexpr (sizeof(T) < 4) {
        using word = typename detail::word_of<sizeof(T)>::type;
        reinterpret_cast<volatile word&>(to) = __builtin_bit_cast(word, value);
        return;
    }
#endif
    ::cuda::atomic_ref<T, ::cuda::thread_scope_device>(to).store(value, ::cuda::memory_order_relaxed);
}

template <unsigned InFlight, bool Wide, class T, class Index>
__global__ void __launch_bounds__(threads)
    scatter_kernel(const T* input, const Index* indices, std::uint64_t count, T* output) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (InFlight * threads) + threadIdx.x;
    Index to[InFlight];
    T element[InFlight];
#pragma unroll
    for (unsigned k = 0; k < InFlight; ++k) {
        const std::uint64_t i = first + k * threads;
        if (i < count) to[k] = indices[i], element[k] = gather_kernels::read_element<Wide>(input, i);
    }
#pragma unroll
    for (unsigned k = 0; k < InFlight; ++k) {
        if (first + k * threads >= count) continue;
        const auto place = static_cast<std::uint64_t>(to[k]);
        if constexpr (stored_in_one_step<T>) {
            store_in_one_step(output[place], element[k]);
        } else {
            gather_kernels::write_element<Wide>(output, place, element[k]);
        }
    }
}

/// place = place o value in one step. Relaxed. Integers, and floating-point sums, take one hardware atomic; `minimum`
/// and `maximum` of floating point, which CUDA has no atomic for, a loop that ends at once where the value changes
/// nothing.
template <class T, class Operator>
__device__ __forceinline__ void atomic_combine(T* place, T value, Operator op) {
    using bits = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<Operator, plus>) {
        atomicAdd(place, value);
    } else if constexpr (std::is_floating_point_v<T>) {
        bits* const word = reinterpret_cast<bits*>(place);
        bits seen = ::cuda::atomic_ref<bits, ::cuda::thread_scope_device>(*word).load(::cuda::memory_order_relaxed);
        while (true) {
            const bits wanted = __builtin_bit_cast(bits, op(__builtin_bit_cast(T, seen), value));
            if (wanted == seen) return;
            const bits found = atomicCAS(word, seen, wanted);
            if (found == seen) return;
            seen = found;
        }
    } else {
        using ordered = std::conditional_t<std::is_signed_v<T>, std::make_signed_t<bits>, bits>;
        bits* const word = reinterpret_cast<bits*>(place);
        if constexpr (std::is_same_v<Operator, plus>) atomicAdd(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, bit_and>) atomicAnd(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, bit_or>) atomicOr(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, bit_xor>) atomicXor(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, minimum>) {
            atomicMin(reinterpret_cast<ordered*>(place), static_cast<ordered>(value));
        }
        if constexpr (std::is_same_v<Operator, maximum>) {
            atomicMax(reinterpret_cast<ordered*>(place), static_cast<ordered>(value));
        }
    }
}

/// A block's table: the index that a slot belongs to, and the combination of its elements so far.
template <class T, class Key>
struct table {
    static constexpr unsigned slots = 1024, probes = 2;
    static constexpr Key nobody = ~Key{0};  // an index of that value never gets a slot

    Key owner[slots];
    T value[slots];

    static __device__ __forceinline__ unsigned slot_of(Key key) {
        return static_cast<unsigned>(key * static_cast<Key>(0x9E3779B97F4A7C15u) >> (8 * sizeof(Key) - 10));
    }
    /// Whether the slot is the key's, now or before; `was_mine` tells which.
    __device__ __forceinline__ bool claim(unsigned slot, Key key, bool& was_mine) {
        Key found = ::cuda::atomic_ref<Key, ::cuda::thread_scope_block>(owner[slot]).load(::cuda::memory_order_relaxed);
        if (found == nobody) found = atomicCAS(owner + slot, nobody, key);
        was_mine = found == key && key != nobody;
        return was_mine || (found == nobody && key != nobody);
    }
};
static_assert(table<int, unsigned>::slots == 1u << 10);

/// `rounds` times `in_flight` elements a thread.
template <class T, class Index, class Operator>
__global__ void __launch_bounds__(threads)
    combine_kernel(const T* input, const Index* indices, std::uint64_t count, T* output, unsigned rounds, Operator op) {
    // As atomicCAS takes them.
    using key = std::conditional_t<sizeof(Index) <= 4, unsigned, unsigned long long>;
    using block_table = table<T, key>;
    __shared__ block_table sums;
    const std::uint64_t block = std::uint64_t{blockIdx.x} * rounds * (in_flight * threads);
    const auto index_at = [&](std::uint64_t i) { return static_cast<key>(indices[i]); };

    // A sample: the block's first elements, neighbours, so that it sees runs as well as frequent places.
    const key sample = block + threadIdx.x < count ? index_at(block + threadIdx.x) : block_table::nobody;
#pragma unroll
    for (unsigned slot = threadIdx.x; slot < block_table::slots; slot += threads) {
        sums.owner[slot] = block_table::nobody;
        sums.value[slot] = neutral<T, Operator>();
    }
    __syncthreads();
    bool collided = false;
    sums.claim(block_table::slot_of(sample), sample, collided);
    const bool aggregated = __syncthreads_count(collided) >= static_cast<int>(threads / 8);

    for (unsigned round = 0; round < rounds; ++round) {
        const std::uint64_t first = block + round * (in_flight * threads) + threadIdx.x;
        key to[in_flight];
        T element[in_flight];
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
            const std::uint64_t i = first + k * threads;
            if (i < count) to[k] = index_at(i), element[k] = input[i];
        }
#pragma unroll
        for (unsigned k = 0; k < in_flight; ++k) {
            if (first + k * threads >= count) continue;
            bool taken = false;
            if (aggregated) {
                const unsigned home = block_table::slot_of(to[k]);
#pragma unroll
                for (unsigned probe = 0; probe < block_table::probes; ++probe) {
                    const unsigned slot = (home + probe) % block_table::slots;
                    bool was_mine;
                    if (!taken && sums.claim(slot, to[k], was_mine)) {
                        atomic_combine(sums.value + slot, element[k], op);
                        taken = true;
                    }
                }
            }
            if (!taken) atomic_combine(output + to[k], element[k], op);
        }
    }
    if (!aggregated) return;
    __syncthreads();
#pragma unroll
    for (unsigned slot = threadIdx.x; slot < block_table::slots; slot += threads) {
        const key owner = sums.owner[slot];
        if (owner != block_table::nobody) {
            atomic_combine(output + owner, sums.value[slot], op);
        }
    }
}

/// Elements of a block: more where there are many, so that a table is sent on seldom; few where there are few, so that
/// every multiprocessor gets some.
constexpr unsigned rounds_for(std::uint64_t count) {
    const std::uint64_t wanted = count >> 20;
    return wanted < 1 ? 1 : wanted > 16 ? 16 : static_cast<unsigned>(wanted);
}

}  // namespace scatter_kernels

/// Stream-ordered.
template <class T, class Index>
void scatter_elements(const device_policy& policy, const T* input, const Index* indices, std::uint64_t count, T* output,
                      std::uint64_t) {
    using namespace scatter_kernels;
    const bool wide = readable_in_pieces<1>(contiguous<T>{input}) && writable_in_pieces<1>(output);
    const auto start = [&]<unsigned InFlight>(std::integral_constant<unsigned, InFlight>) {
        launch(wide ? scatter_kernel<InFlight, true, T, Index> : scatter_kernel<InFlight, false, T, Index>,
               detail::launch_of(policy, (count - 1) / (InFlight * threads) + 1, threads), input, indices, count,
               output);
    };
    if (count <= few_elements) return start(std::integral_constant<unsigned, 1>());
    start(std::integral_constant<unsigned, in_flight>());
}

/// Stream-ordered.
template <class T, class Index, class Operator>
void combine_elements(const device_policy& policy, const T* input, const Index* indices, std::uint64_t count, T* output,
                      std::uint64_t, Operator op) {
    using namespace scatter_kernels;
    const unsigned rounds = rounds_for(count);
    const std::uint64_t stretch = std::uint64_t{rounds} * in_flight * threads;
    launch(combine_kernel<T, Index, Operator>, detail::launch_of(policy, (count - 1) / stretch + 1, threads), input,
           indices, count, output, rounds, op);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
