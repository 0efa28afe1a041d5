// What the compiler's ThreadSanitizer and coverage instrumentation calls in kernel files. (The Linux kernel's KCSAN
// uses the same trick.) Nothing here is instrumented itself; accesses of the host are told where somebody watches it.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <strider/emulator/alignment.hpp>

#include "events.hpp"
#include "findings.hpp"
#include "host_watch.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

bool alignment_is_checked = false, alignment_can_be_checked = false;
void (*alignment_is_unknown)() = nullptr;

namespace {

#define STRIDER_EMULATOR_HERE __builtin_extract_return_addr(__builtin_return_address(0))

// Where a member was last accessed of a structure that does not lie at a multiple of 16, though its type asks for it.
thread_local std::uintptr_t misaligned_structure = 0;

// g++ makes the same call for a vector and for a structure of two 8-byte members, which may lie at any multiple of 8.
[[gnu::always_inline]] inline bool may_be_pair(std::uintptr_t address) {
    if (address % 16 != 8 || !alignment_is_checked) [[likely]]
        return false;
    const std::uintptr_t offset = address - misaligned_structure;
    return offset % 16 != 0 || offset >= 256;
}

[[gnu::always_inline]] inline void access(const void* address, std::size_t bytes, unsigned kind, const void* pc) {
    if (watchers.load(std::memory_order_relaxed) == 0) [[likely]]
        return;
    if (bytes == 16 && may_be_pair(reinterpret_cast<std::uintptr_t>(address))) kind |= access_unaligned;
    worker* w = current_worker();
    if (w != nullptr)
        note_access(*w, address, bytes, kind, pc);
    else
        note_host_access(address, bytes, kind, pc);
}

[[gnu::always_inline]] inline void step(const void* pc) {
    worker* w = current_worker();
    if (w == nullptr) [[unlikely]] {
        if (++host_steps % steps_of_sample != 0) return;
        if (const auto stepped = watched_host.stepped.load(std::memory_order_relaxed)) stepped();
        return;
    }
    if (--w->turns.quantum < 0) [[unlikely]]
        note_step(*w, pc);
}

void bad_index(const void* data, std::uintptr_t index, const void* pc) {
    worker* w = current_worker();
    if (w != nullptr && w->observed_by != nullptr) w->observed_by->bad_index(*w, data, index, pc);
}

// UBSan's TypeMismatchData. A logarithm of 0 is that of an access behind the end of a variable.
struct mismatch_data {
    const char* file;
    std::uint32_t line, column;
    const struct {
        std::uint16_t kind, info;
        char name[1];
    }* type;
    std::uint8_t log_alignment, kind;
};
constexpr std::uint8_t mismatched_load = 0, mismatched_store = 1;

// A GPU's widest access has 16 bytes.
void type_mismatch(const mismatch_data& data, std::uintptr_t address, const void* pc) {
    worker* w = current_worker();
    if (w == nullptr || w->observed_by == nullptr) return;
    const bool is_access = data.kind == mismatched_load || data.kind == mismatched_store;
    const std::size_t alignment = std::size_t{1} << std::min<unsigned>(data.log_alignment, 4);
    const memory_access what{address, alignment, data.kind == mismatched_store ? access_store : access_load, pc};
    if (alignment == 1)
        w->observed_by->overrun(*w, what, data.type->name);
    else if (is_access && address % alignment != 0)
        w->observed_by->misaligned(*w, what);
    else if (alignment == 16 && address % 16 != 0)
        misaligned_structure = address;
}

// UBSan's FloatCastOverflowData.
struct conversion_data {
    struct type {
        std::uint16_t kind, info;  ///< of an integer: twice the logarithm of its bits, and 1 if it has a sign
    };
    const char* file;
    std::uint32_t line, column;
    const type *from, *to;
};

// Small integers are the lower bits of one of 32 bits, here as on a GPU.
bool is_same_on_gpu(const conversion_data& data, std::uintptr_t value) {
    if (data.to->info >> 1 >= 5 || (data.from->info != 32 && data.from->info != 64)) return false;
    const double number =
        data.from->info == 64 ? std::bit_cast<double>(value) : std::bit_cast<float>(static_cast<std::uint32_t>(value));
    const double below = data.to->info % 2 != 0 ? -0x1p31 : -1;
    return !(number >= 0x1p31 || number <= below);
}

void lossy_conversion(const conversion_data& data, std::uintptr_t value, const void* pc) {
    worker* w = current_worker();
    if (w == nullptr || w->observed_by == nullptr || is_same_on_gpu(data, value)) return;
    add_finding(*w, finding_kind::unsupported, pc, nullptr, [w](raw_finding& what) {
        what.note = true;
        what.message = who(*w, w->current->index) +
                       " converts a number that the integer type cannot hold: the emulator gives the CPU's value here, "
                       "where a GPU gives the nearest one";
        what.fix = "keep the number in range, or write the conversion: (int)x, or __float2int_rz(x)";
    });
}

}  // namespace

}  // namespace strider::emulation

using namespace strider::emulation;

extern "C" {

void __tsan_init() {}

#define STRIDER_EMULATOR_ACCESSES(bytes)                                                            \
    void __tsan_read##bytes(void* p) { access(p, bytes, access_load, STRIDER_EMULATOR_HERE); }      \
    void __tsan_write##bytes(void* p) { access(p, bytes, access_store, STRIDER_EMULATOR_HERE); }    \
    void __tsan_unaligned_read##bytes(void* p) {                                                    \
        access(p, bytes, access_load | access_unaligned, STRIDER_EMULATOR_HERE);                    \
    }                                                                                               \
    void __tsan_unaligned_write##bytes(void* p) {                                                   \
        access(p, bytes, access_store | access_unaligned, STRIDER_EMULATOR_HERE);                   \
    }                                                                                               \
    void __tsan_volatile_read##bytes(void* p) {                                                     \
        access(p, bytes, access_load | access_volatile, STRIDER_EMULATOR_HERE);                     \
    }                                                                                               \
    void __tsan_volatile_write##bytes(void* p) {                                                    \
        access(p, bytes, access_store | access_volatile, STRIDER_EMULATOR_HERE);                    \
    }                                                                                               \
    void __tsan_unaligned_volatile_read##bytes(void* p) {                                           \
        access(p, bytes, access_load | access_unaligned | access_volatile, STRIDER_EMULATOR_HERE);  \
    }                                                                                               \
    void __tsan_unaligned_volatile_write##bytes(void* p) {                                          \
        access(p, bytes, access_store | access_unaligned | access_volatile, STRIDER_EMULATOR_HERE); \
    }                                                                                               \
    void __tsan_read_write##bytes(void* p) {                                                        \
        access(p, bytes, access_load, STRIDER_EMULATOR_HERE);                                       \
        access(p, bytes, access_store, STRIDER_EMULATOR_HERE);                                      \
    }                                                                                               \
    void __tsan_unaligned_read_write##bytes(void* p) {                                              \
        access(p, bytes, access_load | access_unaligned, STRIDER_EMULATOR_HERE);                    \
        access(p, bytes, access_store | access_unaligned, STRIDER_EMULATOR_HERE);                   \
    }
STRIDER_EMULATOR_ACCESSES(1)
STRIDER_EMULATOR_ACCESSES(2)
STRIDER_EMULATOR_ACCESSES(4)
STRIDER_EMULATOR_ACCESSES(8)
STRIDER_EMULATOR_ACCESSES(16)

void __tsan_read_range(void* p, std::size_t bytes) {
    access(p, bytes, access_load | access_unaligned, STRIDER_EMULATOR_HERE);
}
void __tsan_write_range(void* p, std::size_t bytes) {
    access(p, bytes, access_store | access_unaligned, STRIDER_EMULATOR_HERE);
}
void __tsan_vptr_read(void** p) { access(p, sizeof(*p), access_load, STRIDER_EMULATOR_HERE); }
void __tsan_vptr_update(void** p, void*) { access(p, sizeof(*p), access_store, STRIDER_EMULATOR_HERE); }

void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
    access(from, bytes, access_load | access_unaligned, STRIDER_EMULATOR_HERE);
    access(to, bytes, access_store | access_unaligned, STRIDER_EMULATOR_HERE);
    return std::memcpy(to, from, bytes);
}

void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
    access(from, bytes, access_load | access_unaligned, STRIDER_EMULATOR_HERE);
    access(to, bytes, access_store | access_unaligned, STRIDER_EMULATOR_HERE);
    return std::memmove(to, from, bytes);
}

void* __tsan_memset(void* to, int value, std::size_t bytes) {
    access(to, bytes, access_store | access_unaligned, STRIDER_EMULATOR_HERE);
    return std::memset(to, value, bytes);
}

void __tsan_func_entry(void* caller) {
    worker* w = current_worker();
    if (w == nullptr) return;
    // Below this the stack of the next lane begins soon; a kernel's locals would corrupt it.
    if (stack_pointer() < reinterpret_cast<std::uintptr_t>(w->current->slot->low) + stack_reserve) [[unlikely]]
        stack_overflow(*w, caller);
    if (w->follows_steps) note_enter(*w, caller);
}

void __tsan_func_exit() {
    worker* w = current_worker();
    if (w == nullptr) {
        constexpr auto relaxed = std::memory_order_relaxed;
        if (stack_pointer() - watched_host.frames_begin.load(relaxed) < watched_host.frames_bytes.load(relaxed))
            [[unlikely]]
            watched_host.leave(STRIDER_EMULATOR_HERE);
    } else if (w->follows_steps) {
        note_leave(*w, STRIDER_EMULATOR_HERE);
    }
}

void __sanitizer_cov_trace_pc() { step(STRIDER_EMULATOR_HERE); }

void __sanitizer_cov_trace_pc_guard(std::uint32_t*) { step(STRIDER_EMULATOR_HERE); }
void __sanitizer_cov_trace_pc_guard_init(std::uint32_t*, std::uint32_t*) {}

// The instrumentation makes these calls of every atomic builtin and of std::atomic.
#define STRIDER_EMULATOR_ATOMIC(bits, T)                                                                   \
    T __tsan_atomic##bits##_load(const volatile T* p, int how) {                                           \
        atomic_callback(const_cast<T*>(p), bits / 8, true, false, how, STRIDER_EMULATOR_HERE);             \
        return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                       \
    }                                                                                                      \
    void __tsan_atomic##bits##_store(volatile T* p, T value, int how) {                                    \
        atomic_callback(const_cast<T*>(p), bits / 8, false, true, how, STRIDER_EMULATOR_HERE);             \
        __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                      \
    }                                                                                                      \
    T __tsan_atomic##bits##_exchange(volatile T* p, T value, int how) {                                    \
        atomic_callback(const_cast<T*>(p), bits / 8, true, true, how, STRIDER_EMULATOR_HERE);              \
        return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                            \
    }                                                                                                      \
    int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T value, int how, int) { \
        atomic_callback(const_cast<T*>(p), bits / 8, true, true, how, STRIDER_EMULATOR_HERE);              \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                                      \
    int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T value, int how, int) {   \
        atomic_callback(const_cast<T*>(p), bits / 8, true, true, how, STRIDER_EMULATOR_HERE);              \
        return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
    }                                                                                                      \
    T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T value, int how, int) {       \
        atomic_callback(const_cast<T*>(p), bits / 8, true, true, how, STRIDER_EMULATOR_HERE);              \
        __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
        return expected;                                                                                   \
    }                                                                                                      \
    STRIDER_EMULATOR_FETCH(bits, T, add)                                                                   \
    STRIDER_EMULATOR_FETCH(bits, T, sub)                                                                   \
    STRIDER_EMULATOR_FETCH(bits, T, and)                                                                   \
    STRIDER_EMULATOR_FETCH(bits, T, or)                                                                    \
    STRIDER_EMULATOR_FETCH(bits, T, xor)                                                                   \
    STRIDER_EMULATOR_FETCH(bits, T, nand)
#define STRIDER_EMULATOR_FETCH(bits, T, operation)                                            \
    T __tsan_atomic##bits##_fetch_##operation(volatile T* p, T value, int how) {              \
        atomic_callback(const_cast<T*>(p), bits / 8, true, true, how, STRIDER_EMULATOR_HERE); \
        return __atomic_fetch_##operation(p, value, __ATOMIC_SEQ_CST);                        \
    }
STRIDER_EMULATOR_ATOMIC(8, unsigned char)
STRIDER_EMULATOR_ATOMIC(16, unsigned short)
STRIDER_EMULATOR_ATOMIC(32, unsigned int)
STRIDER_EMULATOR_ATOMIC(64, unsigned long)

void __tsan_atomic_thread_fence(int how) {
    if (current_worker() != nullptr)
        fence({STRIDER_EMULATOR_HERE}, scope::system, to_order(how));
    else
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int) {}

void __ubsan_handle_float_cast_overflow(void* data, std::uintptr_t value) {
    lossy_conversion(*static_cast<const conversion_data*>(data), value, STRIDER_EMULATOR_HERE);
}

void __ubsan_handle_type_mismatch_v1(void* data, std::uintptr_t address) {
    type_mismatch(*static_cast<const mismatch_data*>(data), address, STRIDER_EMULATOR_HERE);
}

void __ubsan_handle_out_of_bounds(void* data, std::uintptr_t index) { bad_index(data, index, STRIDER_EMULATOR_HERE); }

[[noreturn]] void __ubsan_handle_out_of_bounds_abort(void* data, std::uintptr_t index) {
    bad_index(data, index, STRIDER_EMULATOR_HERE);
    __builtin_trap();
}

/// A function that ends without `return` returns where the compiler leaves this call to us: see toolchain.cpp.
[[noreturn]] void __ubsan_handle_builtin_unreachable(void*) {
    if (current_worker() != nullptr) stop_kernel({STRIDER_EMULATOR_HERE}, stopped_by::trap, "__builtin_unreachable()");
    __builtin_trap();
}

/// The compiler's stack protector calls this at the end of a function whose local arrays something has overrun.
[[noreturn]] void __stack_chk_fail() {
    worker* w = current_worker();
    if (w != nullptr && w->observed_by != nullptr)
        w->observed_by->overrun(*w, {stack_pointer(), 1, access_store, STRIDER_EMULATOR_HERE}, nullptr);
    std::fputs("*** stack smashing detected ***\n", stderr);
    std::abort();
}

}  // extern "C"
// SPDX-License-Identifier: Apache-2.0
