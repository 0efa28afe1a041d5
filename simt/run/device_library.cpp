// The functions that <strider/simt/dialect/device_library.hpp> puts in the place of the C library's.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include <strider/simt/lane.hpp>

#include "events.hpp"
#include "host_watch.hpp"

#define STRIDER_SIMT_CALL_SITE (strider::executor::site{__builtin_extract_return_addr(__builtin_return_address(0))})

namespace {

int print_formatted(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = strider::executor::print(format, arguments);
    va_end(arguments);
    return count;
}

}  // namespace

extern "C" {

int strider_simt_vprintf(const char* format, std::va_list arguments) {
    return strider::executor::on_lane() ? strider::executor::print(format, arguments) : std::vprintf(format, arguments);
}
int strider_simt_printf(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = strider_simt_vprintf(format, arguments);
    va_end(arguments);
    return count;
}
/// What printf becomes where the C library is fortified.
int strider_simt_printf_chk(int, const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    const int count = strider_simt_vprintf(format, arguments);
    va_end(arguments);
    return count;
}
// Compilers make these of simple formats.
int strider_simt_puts(const char* text) {
    return strider::executor::on_lane() ? print_formatted("%s\n", text) : std::puts(text);
}
int strider_simt_putchar(int character) {
    return strider::executor::on_lane() ? print_formatted("%c", character) : std::putchar(character);
}

// Kernels copy by plain accesses; of the host's code the compiler shows no call of these.
#define STRIDER_SIMT_NOTE_HOST(pointer, how) \
    if (!strider::executor::on_lane())       \
    strider::executor::note_host_access(pointer, bytes, strider::executor::how, STRIDER_SIMT_CALL_SITE.pc)
void* strider_simt_memcpy(void* to, const void* from, std::size_t bytes) {
    STRIDER_SIMT_NOTE_HOST(from, access_load);
    STRIDER_SIMT_NOTE_HOST(to, access_store);
    return std::memcpy(to, from, bytes);
}
void* strider_simt_memmove(void* to, const void* from, std::size_t bytes) {
    STRIDER_SIMT_NOTE_HOST(from, access_load);
    STRIDER_SIMT_NOTE_HOST(to, access_store);
    return std::memmove(to, from, bytes);
}
void* strider_simt_memset(void* to, int value, std::size_t bytes) {
    STRIDER_SIMT_NOTE_HOST(to, access_store);
    return std::memset(to, value, bytes);
}
#undef STRIDER_SIMT_NOTE_HOST

[[noreturn]] void strider_simt_assert_fail(const char* expression, const char* file, unsigned line,
                                           const char* function) {
    if (strider::executor::on_lane())
        strider::executor::stop_kernel(STRIDER_SIMT_CALL_SITE, strider::executor::stopped_by::assertion, expression);
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, expression);
    std::abort();
}

std::clock_t strider_simt_clock() {
    return strider::executor::on_lane() ? static_cast<std::clock_t>(strider::executor::host_clock()) : std::clock();
}

void* strider_simt_malloc(std::size_t bytes) {
    return strider::executor::on_lane() ? strider::executor::heap_allocate(STRIDER_SIMT_CALL_SITE, bytes)
                                        : std::malloc(bytes);
}
void strider_simt_free(void* pointer) {
    strider::executor::on_lane() ? strider::executor::heap_release(STRIDER_SIMT_CALL_SITE, pointer)
                                 : std::free(pointer);
}
void* strider_simt_new(std::size_t bytes) {
    return strider::executor::on_lane() ? strider::executor::heap_allocate(STRIDER_SIMT_CALL_SITE, bytes)
                                        : operator new(bytes);
}
void strider_simt_delete(void* pointer) {
    strider::executor::on_lane() ? strider::executor::heap_release(STRIDER_SIMT_CALL_SITE, pointer)
                                 : operator delete(pointer);
}

}  // extern "C"
// SPDX-License-Identifier: Apache-2.0
