// Messages between the blocks of a launch, without fences: every 4 bytes of a value travel in an 8-byte word with the
// epoch of the launch that they belong to. A word is written and read as a whole, so a value is there when its epochs
// are.
//
// Source: the tile descriptors of D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back
// (2016).
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/warp/shuffle.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// The epoch of the launch that follows the one of epoch `last`: never 0, which words that are no states carry.
STRIDER_HOST_DEVICE constexpr unsigned epoch_after(unsigned last) { return last + 1 != 0 ? last + 1 : 1; }

/// The result of a poll of a state: its value, if it is of this launch.
template <class T>
struct polled {
    T value;
    bool ready;
};

/// A state for each tile and a count of launches, in device memory that was zero before the first launch. Launches that
/// use the same states must follow one another. A value costs 8 bytes for every 4, once to write and once to read; that
/// is faster than a store, a fence and an atomic ticket, whose latencies add up.
template <class T>
struct tile_state {
    static constexpr unsigned words = words_of<T>::count;

    std::uint64_t* slots;
    unsigned* last_epoch;  ///< of the last launch that has used this memory

    template <class Word>
    using shared_word = ::cuda::atomic_ref<Word, ::cuda::thread_scope_device>;

    __device__ __forceinline__ static std::uint64_t load(std::uint64_t& word) {
        return shared_word<std::uint64_t>(word).load(::cuda::memory_order_relaxed);
    }

    /// The epoch of this launch. To be read before the first value is published.
    __device__ unsigned epoch() const { return epoch_after(counted_epoch()); }

    /// The same of a launch that has been counted before it began.
    __device__ unsigned counted_epoch() const {
        return shared_word<unsigned>(*last_epoch).load(::cuda::memory_order_relaxed);
    }

    /// One thread publishes the value of a tile.
    __device__ void publish(std::uint64_t tile, const T& value, unsigned epoch) const {
        const words_of<T> raw = to_words(value);
#pragma unroll
        for (unsigned w = 0; w < words; ++w) {
            shared_word<std::uint64_t>(slots[tile * words + w])
                .store(std::uint64_t{epoch} << 32 | raw.word[w], ::cuda::memory_order_relaxed);
        }
    }

    /// Looks once.
    __device__ __forceinline__ polled<T> poll(std::uint64_t tile, unsigned epoch) const {
        words_of<T> raw;
        bool ready = true;
#pragma unroll
        for (unsigned w = 0; w < words; ++w) {
            const std::uint64_t seen = load(slots[tile * words + w]);
            raw.word[w] = static_cast<unsigned>(seen);
            ready &= seen >> 32 == epoch;
        }
        return {from_words<T>(raw), ready};
    }

    /// One thread of the last block, when all values have been read: ends the launch.
    __device__ void close(unsigned epoch) const {
        shared_word<unsigned>(*last_epoch).store(epoch, ::cuda::memory_order_relaxed);
    }
};

/// The values of tiles as a source, whose elements are waited for. Blocks start in the order of their indices, so the
/// last block may wait for all others.
template <class T>
struct awaited {
    tile_state<T> states;
    unsigned epoch;
    __device__ T operator()(std::uint64_t i) const { return read_some<1>(*this, i, 1).element[0]; }
};

/// All loads are under way before the first is looked at.
template <unsigned Count, class T>
__device__ __forceinline__ piece<T, Count> read_some(const awaited<T>& source, std::uint64_t first,
                                                     unsigned available) {
    constexpr unsigned words = tile_state<T>::words;
    std::uint64_t seen[Count * words];
    bool complete;
    do {
#pragma unroll
        for (unsigned w = 0; w < Count * words; ++w) {
            if (w < available * words) seen[w] = tile_state<T>::load(source.states.slots[first * words + w]);
        }
        complete = true;
#pragma unroll
        for (unsigned w = 0; w < Count * words; ++w)
            complete &= w >= available * words || seen[w] >> 32 == source.epoch;
    } while (!complete);

    piece<T, Count> elements{};
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) {
        if (i < available) {
            words_of<T> raw;
#pragma unroll
            for (unsigned w = 0; w < words; ++w) raw.word[w] = static_cast<unsigned>(seen[i * words + w]);
            elements.element[i] = from_words<T>(raw);
        }
    }
    return elements;
}

/// Counts a launch whose blocks are yet to come: their epoch is the count. A template, so that it may stand in a
/// header.
template <class Count>
__global__ void count_launch_kernel(Count* last_epoch) {
    const ::cuda::atomic_ref<Count, ::cuda::thread_scope_device> count(*last_epoch);
    count.store(epoch_after(count.load(::cuda::memory_order_relaxed)), ::cuda::memory_order_relaxed);
}

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
