// Decoupled look-back: how a tile learns what came before it while the tiles before it are still at work.
#pragma once

#include <cstddef>
#include <cstdint>

#include <ladders/harness/gpu_rung.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/words.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

/// The state of a tile: nothing is known, the total of its elements, or the total of all elements up to its last.
enum class known : unsigned { nothing, total, prefix };

/// The states of a launch's tiles, in memory that is zero before. Every 4 bytes of a value travel in an 8-byte word
/// with their meaning, and a word is written and read as a whole: no fence is needed.
template <class T>
struct tile_states {
    static constexpr unsigned words = words_of<T>::count;
    using shared_word = ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_device>;

    struct state {
        known what;
        T value;
    };

    std::uint64_t* word;

    __device__ void publish(std::uint64_t tile, known what, const T& value) const {
        const words_of<T> raw = to_words(value);
#pragma unroll
        for (unsigned w = 0; w < words; ++w) {
            shared_word(word[tile * words + w])
                .store(std::uint64_t{static_cast<unsigned>(what)} << 32 | raw.word[w], ::cuda::memory_order_relaxed);
        }
    }

    /// A value of several words is there when they are all of one kind.
    __device__ state look(std::uint64_t tile) const {
        words_of<T> raw;
        unsigned what = 0;
        bool whole = true;
#pragma unroll
        for (unsigned w = 0; w < words; ++w) {
            const std::uint64_t seen = shared_word(word[tile * words + w]).load(::cuda::memory_order_relaxed);
            raw.word[w] = static_cast<unsigned>(seen);
            if (w == 0) what = static_cast<unsigned>(seen >> 32);
            whole &= seen >> 32 == what;
        }
        return {whole ? static_cast<known>(what) : known::nothing, from_words<T>(raw)};
    }
};

/// The prefix of `tile`, for all lanes of the warp that asks: it reads windows of 32 tiles, one after the other, until
/// a tile knows its prefix; the states of so many windows are read together. The tiles before are at work or done, so
/// the wait ends.
template <unsigned windows, class T, class Operator>
__device__ __forceinline__ T look_back(const tile_states<T>& states, std::uint64_t tile, Operator op) {
    const unsigned lane = threadIdx.x % 32;
    T before = identity<Operator, T>::value;
    for (std::uint64_t end = tile;; end -= windows * 32) {
        typename tile_states<T>::state seen[windows];
#pragma unroll
        for (unsigned w = 0; w < windows; ++w) {
            const unsigned back = w * 32 + lane;
            seen[w] = {known::prefix, identity<Operator, T>::value};  // of what is no tile
            if (back < end) seen[w] = states.look(end - 1 - back);
        }
#pragma unroll
        for (unsigned w = 0; w < windows; ++w) {
            while (__any_sync(~0u, seen[w].what == known::nothing)) {
                if (seen[w].what == known::nothing) seen[w] = states.look(end - 1 - (w * 32 + lane));
            }
            const unsigned prefixes = __ballot_sync(~0u, seen[w].what == known::prefix);
            const unsigned last = prefixes == 0 ? 31 : static_cast<unsigned>(__ffs(static_cast<int>(prefixes))) - 1;
            T value = seen[w].value;
#pragma unroll
            for (unsigned distance = 1; distance < 32; distance *= 2) {
                const T further = static_cast<T>(__shfl_down_sync(~0u, value, distance));
                if (lane + distance <= last) value = op(further, value);
            }
            before = op(static_cast<T>(__shfl_sync(~0u, value, 0)), before);
            if (prefixes != 0) return before;
        }
    }
}

/// One warp's part for its tile: publishes the total, finds the prefix, and publishes that.
template <unsigned windows, class T, class Operator>
__device__ __forceinline__ T resolve_tile(const tile_states<T>& states, std::uint64_t tile, T total, Operator op) {
    const bool first_lane = threadIdx.x % 32 == 0;
    if (tile > 0 && first_lane) states.publish(tile, known::total, total);
    const T before = look_back<windows>(states, tile, op);
    if (first_lane) states.publish(tile, known::prefix, op(before, total));
    return before;
}

/// Scratch of `tiles` states, and a counter of tickets behind them.
template <class T>
constexpr std::size_t words_of_states(std::uint64_t tiles) {
    return tiles * tile_states<T>::words + 1;
}

/// The states of a launch and its tickets. Tiles are numbered by tickets, in the order in which blocks start: a tile
/// never waits for one whose block has not started.
template <class T>
struct look_back_scratch {
    tile_states<T> states;
    unsigned* tickets;
};

/// Makes them ready: a launch that writes zeros.
template <class T>
look_back_scratch<T> prepare_look_back(const arguments& with, std::uint64_t tiles) {
    std::uint64_t* const words = static_cast<std::uint64_t*>(with.scratch);
    launch_fill(with, words, words_of_states<T>(tiles), std::uint64_t{0});
    return {{words}, reinterpret_cast<unsigned*>(words + tiles * tile_states<T>::words)};
}

/// The scratch of `prepare_look_back`.
inline std::size_t scratch_of_look_back(const instance& of, std::uint64_t tiles) {
    return with_type(of.type, [&](auto zero) { return words_of_states<decltype(zero)>(tiles); }) *
           sizeof(std::uint64_t);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
