// The functions that <strider/emulator/dialect/device_library.hpp> puts in the place of the C library's.
#include <pthread.h>
#include <semaphore.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <strider/emulator/dialect/math.hpp>
#include <strider/emulator/lane.hpp>

#include "events.hpp"
#include "host_watch.hpp"
#include "worker.hpp"

#define STRIDER_EMULATOR_CALL_SITE \
    (strider::emulation::site{__builtin_extract_return_addr(__builtin_return_address(0))})

namespace {

int print_formatted(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = strider::emulation::print(format, arguments);
    va_end(arguments);
    return count;
}

}  // namespace

namespace strider::emulation {
namespace {

// A copy by a lane is one access after the other, of 16 bytes at most, and of 8 at least where there are so many: who
// reads so much may read padding of structures. The host's is one.
template <class Do>
void in_parts(std::size_t bytes, bool backwards, const Do& part) {
    for (std::size_t left = bytes; left != 0;) {
        const std::size_t count = left <= 16 || !on_lane() ? left : left < 24 ? left - 8 : 16;
        part(backwards ? left - count : bytes - left, count);
        left -= count;
    }
}

bool is_watched() { return watchers.load(std::memory_order_relaxed) != 0; }

void note(const void* address, std::size_t bytes, unsigned kind, site caller) {
    if (worker* const w = current_worker(); w != nullptr)
        note_access(*w, address, bytes, kind | access_unaligned | access_by_words, caller.pc);
    else
        note_host_access(address, bytes, kind, caller.pc);
}

void* copy(void* to, const void* from, std::size_t bytes, bool backwards, site caller) {
    if (!is_watched()) return std::memmove(to, from, bytes);
    in_parts(bytes, backwards, [&](std::size_t begin, std::size_t count) {
        const std::byte* const source = static_cast<const std::byte*>(from) + begin;
        std::byte* const part = static_cast<std::byte*>(to) + begin;
        note(source, count, access_load, caller);
        note(part, count, access_store, caller);
        std::memmove(part, source, count);
    });
    return to;
}

}  // namespace
}  // namespace strider::emulation

extern "C" {

int strider_emulator_vprintf(const char* format, std::va_list arguments) {
    return strider::emulation::on_lane() ? strider::emulation::print(format, arguments)
                                         : std::vprintf(format, arguments);
}
int strider_emulator_printf(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = strider_emulator_vprintf(format, arguments);
    va_end(arguments);
    return count;
}
/// What printf becomes where the C library is fortified.
int strider_emulator_printf_chk(int, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = strider_emulator_vprintf(format, arguments);
    va_end(arguments);
    return count;
}
// Compilers make these of simple formats.
int strider_emulator_puts(const char* text) {
    return strider::emulation::on_lane() ? print_formatted("%s\n", text) : std::puts(text);
}
int strider_emulator_putchar(int character) {
    return strider::emulation::on_lane() ? print_formatted("%c", character) : std::putchar(character);
}

// The host's processor gives one number for all that a long does not hold, and any of two zeros.
float strider_emulator_fminf(float a, float b) { return strider::emulation::least(a, b); }
float strider_emulator_fmaxf(float a, float b) { return strider::emulation::greatest(a, b); }
double strider_emulator_fmin(double a, double b) { return strider::emulation::least(a, b); }
double strider_emulator_fmax(double a, double b) { return strider::emulation::greatest(a, b); }
long strider_emulator_lrintf(float a) { return strider::emulation::saturated<long>(std::nearbyint(a)); }
long strider_emulator_lrint(double a) { return strider::emulation::saturated<long>(std::nearbyint(a)); }
long strider_emulator_lroundf(float a) { return strider::emulation::saturated<long>(std::round(a)); }
long strider_emulator_lround(double a) { return strider::emulation::saturated<long>(std::round(a)); }

void* strider_emulator_memcpy(void* to, const void* from, std::size_t bytes) {
    return strider::emulation::copy(to, from, bytes, false, STRIDER_EMULATOR_CALL_SITE);
}
void* strider_emulator_memmove(void* to, const void* from, std::size_t bytes) {
    return strider::emulation::copy(to, from, bytes, to > from, STRIDER_EMULATOR_CALL_SITE);
}
void* strider_emulator_memset(void* to, int value, std::size_t bytes) {
    using namespace strider::emulation;
    const site caller = STRIDER_EMULATOR_CALL_SITE;
    if (!is_watched()) return std::memset(to, value, bytes);
    in_parts(bytes, false, [&](std::size_t begin, std::size_t count) {
        std::byte* const part = static_cast<std::byte*>(to) + begin;
        note(part, count, access_store, caller);
        std::memset(part, value, count);
    });
    return to;
}

[[noreturn]] void strider_emulator_assert_fail(const char* expression, const char* file, unsigned line,
                                               const char* function) {
    if (strider::emulation::on_lane())
        strider::emulation::stop_kernel(STRIDER_EMULATOR_CALL_SITE, strider::emulation::stopped_by::assertion,
                                        expression);
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    std::abort();
}

std::clock_t strider_emulator_clock() {
    return strider::emulation::on_lane() ? static_cast<std::clock_t>(strider::emulation::host_clock()) : std::clock();
}

// By these, host code tells other threads what it has done.
#define STRIDER_EMULATOR_RELEASE(function, type)                                                                      \
    int strider_emulator_##function(type* of) {                                                                       \
        if (const auto release = strider::emulation::watched_host.release.load(std::memory_order_relaxed)) release(); \
        return function(of);                                                                                          \
    }
STRIDER_EMULATOR_RELEASE(pthread_mutex_unlock, pthread_mutex_t)
STRIDER_EMULATOR_RELEASE(pthread_rwlock_unlock, pthread_rwlock_t)
STRIDER_EMULATOR_RELEASE(pthread_spin_unlock, pthread_spinlock_t)
STRIDER_EMULATOR_RELEASE(pthread_cond_signal, pthread_cond_t)
STRIDER_EMULATOR_RELEASE(pthread_cond_broadcast, pthread_cond_t)
STRIDER_EMULATOR_RELEASE(pthread_barrier_wait, pthread_barrier_t)
STRIDER_EMULATOR_RELEASE(sem_post, sem_t)
#undef STRIDER_EMULATOR_RELEASE

}  // extern "C"
// SPDX-License-Identifier: Apache-2.0
