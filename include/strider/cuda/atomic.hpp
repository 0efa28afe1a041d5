// Atomic operations of a GPU on words of 1 to 16 bytes, and of the emulator; in functions that run on the host as well,
// the host's.
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include <strider/core/host_atomic.hpp>
#include <strider/core/thread_scope.hpp>
#include <strider/cuda/arch/atomic_128.hpp>
#include <strider/cuda/arch/launch.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace atomics {

template <thread_scope Scope>
inline constexpr ::cuda::thread_scope cuda_scope = Scope == thread_scope::block    ? ::cuda::thread_scope_block
                                                   : Scope == thread_scope::device ? ::cuda::thread_scope_device
                                                                                   : ::cuda::thread_scope_system;

/// libcu++ and the emulator number the orders as the standard library does.
STRIDER_HOST_DEVICE constexpr ::cuda::memory_order cuda_order(std::memory_order order) {
    return static_cast<::cuda::memory_order>(static_cast<int>(order));
}
static_assert(cuda_order(std::memory_order::relaxed) == ::cuda::memory_order_relaxed &&
              cuda_order(std::memory_order::acquire) == ::cuda::memory_order_acquire &&
              cuda_order(std::memory_order::release) == ::cuda::memory_order_release &&
              cuda_order(std::memory_order::acq_rel) == ::cuda::memory_order_acq_rel &&
              cuda_order(std::memory_order::seq_cst) == ::cuda::memory_order_seq_cst);

/// The fences that a relaxed operation needs before and after it for a stronger order.
template <thread_scope Scope>
STRIDER_HOST_DEVICE void fence_before(std::memory_order order) {
    if (order == std::memory_order::seq_cst) {
        ::cuda::atomic_thread_fence(::cuda::memory_order_seq_cst, cuda_scope<Scope>);
    } else if (order == std::memory_order::release || order == std::memory_order::acq_rel) {
        ::cuda::atomic_thread_fence(::cuda::memory_order_release, cuda_scope<Scope>);
    }
}
template <thread_scope Scope>
STRIDER_HOST_DEVICE void fence_after(std::memory_order order) {
    if (order != std::memory_order::relaxed && order != std::memory_order::release) {
        ::cuda::atomic_thread_fence(::cuda::memory_order_acquire, cuda_scope<Scope>);
    }
}

/// The operations that atomic_ref is made of. `Word` is an unsigned integer of 1 to 8 bytes, or word_128; a signed one
/// in fetch_min and fetch_max, a floating-point one in fetch_add.
template <thread_scope Scope>
struct atomic_words {
    static constexpr bool adds_floats = true;
    static constexpr bool has_min_max = true;
#if defined(__CUDA_ARCH__) || defined(STRIDER_EMULATOR)
    static constexpr bool has_inc_dec = true;
#else
    static constexpr bool has_inc_dec = false;
#endif

    template <class Word>
    using reference = ::cuda::atomic_ref<Word, cuda_scope<Scope>>;

    template <class Word>
    STRIDER_HOST_DEVICE static Word load(Word* at, std::memory_order order) {
        return reference<Word>(*at).load(cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static void store(Word* at, Word value, std::memory_order order) {
        reference<Word>(*at).store(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word exchange(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).exchange(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static bool compare_exchange(Word* at, Word& expected, Word value, bool weak,
                                                     std::memory_order success, std::memory_order failure) {
        const reference<Word> here(*at);
        return weak ? here.compare_exchange_weak(expected, value, cuda_order(success), cuda_order(failure))
                    : here.compare_exchange_strong(expected, value, cuda_order(success), cuda_order(failure));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word fetch_add(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).fetch_add(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word fetch_and(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).fetch_and(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word fetch_or(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).fetch_or(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word fetch_xor(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).fetch_xor(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word fetch_min(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).fetch_min(value, cuda_order(order));
    }
    template <class Word>
    STRIDER_HOST_DEVICE static Word fetch_max(Word* at, Word value, std::memory_order order) {
        return reference<Word>(*at).fetch_max(value, cuda_order(order));
    }

    // 16 bytes.
#if defined(__CUDA_ARCH__) || defined(STRIDER_EMULATOR)
    STRIDER_HOST_DEVICE static word_128 load(word_128* at, std::memory_order order) {
        fence_before<Scope>(order);
        const word_128 value = load_128<Scope>(at);
        fence_after<Scope>(order);
        return value;
    }
    STRIDER_HOST_DEVICE static void store(word_128* at, word_128 value, std::memory_order order) {
        fence_before<Scope>(order);
        store_128<Scope>(at, value);
    }
    STRIDER_HOST_DEVICE static word_128 exchange(word_128* at, word_128 value, std::memory_order order) {
        fence_before<Scope>(order);
        const word_128 old = exchange_128<Scope>(at, value);
        fence_after<Scope>(order);
        return old;
    }
    STRIDER_HOST_DEVICE static bool compare_exchange(word_128* at, word_128& expected, word_128 value, bool,
                                                     std::memory_order order, std::memory_order) {
        fence_before<Scope>(order);
        const word_128 seen = compare_and_swap_128<Scope>(at, expected, value);
        fence_after<Scope>(order);
        const bool same = seen.low == expected.low && seen.high == expected.high;
        expected = seen;
        return same;
    }

    /// CUDA's atomicInc and atomicDec.
    STRIDER_HOST_DEVICE static unsigned fetch_inc(unsigned* at, unsigned limit, std::memory_order order) {
        fence_before<Scope>(order);
        unsigned old;
        if constexpr (Scope == thread_scope::block) {
            old = atomicInc_block(at, limit);
        } else if constexpr (Scope == thread_scope::device) {
            old = atomicInc(at, limit);
        } else {
            old = atomicInc_system(at, limit);
        }
        fence_after<Scope>(order);
        return old;
    }
    STRIDER_HOST_DEVICE static unsigned fetch_dec(unsigned* at, unsigned limit, std::memory_order order) {
        fence_before<Scope>(order);
        unsigned old;
        if constexpr (Scope == thread_scope::block) {
            old = atomicDec_block(at, limit);
        } else if constexpr (Scope == thread_scope::device) {
            old = atomicDec(at, limit);
        } else {
            old = atomicDec_system(at, limit);
        }
        fence_after<Scope>(order);
        return old;
    }

    /// Whether this is a thread of a kernel.
    STRIDER_HOST_DEVICE static bool in_kernel() {
#if defined(STRIDER_EMULATOR)
        return emulation::on_lane();
#else
        return true;
#endif
    }
#else  // the host's side of nvcc
    static word_128 load(word_128* at, std::memory_order order) { return host_atomic_words::load(at, order); }
    static void store(word_128* at, word_128 value, std::memory_order order) {
        host_atomic_words::store(at, value, order);
    }
    static word_128 exchange(word_128* at, word_128 value, std::memory_order order) {
        return host_atomic_words::exchange(at, value, order);
    }
    static bool compare_exchange(word_128* at, word_128& expected, word_128 value, bool weak, std::memory_order success,
                                 std::memory_order failure) {
        return host_atomic_words::compare_exchange(at, expected, value, weak, success, failure);
    }
#endif
};

}  // namespace atomics
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
