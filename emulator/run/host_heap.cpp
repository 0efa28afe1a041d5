#include "host_heap.hpp"

#include <dlfcn.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include <strider/emulator/lane.hpp>

#include "device_range.hpp"
#include "host_watch.hpp"
#include "worker.hpp"

namespace strider::emulation {
namespace {

// A mark stands at the first multiple of 16 behind a block. Its upper bits follow from its address, so that a copy of a
// mark is none.
using end_mark = std::uint64_t;
constexpr unsigned size_bits = 40;  // twice the size, and whether new made the block
constexpr std::size_t step = 16, most_bytes = std::size_t{1} << (size_bits - 1);
constexpr std::size_t heap_page = 4096, seen_ahead = 128, long_search = std::size_t{1} << 16;

/// Programs that make many small blocks shall stay fast: when a thread has made so many, only larger ones are known.
constexpr std::size_t small_bytes = 512;
constexpr unsigned most_small_blocks = 1U << 15;
constinit thread_local unsigned small_blocks = 0;
constinit std::atomic<bool> knows_small_blocks{true};

[[gnu::always_inline]] inline bool is_known(std::size_t bytes) {
    return bytes > small_bytes || knows_small_blocks.load(std::memory_order_relaxed);
}

constexpr std::size_t in_steps(std::size_t bytes) { return (bytes + step - 1) / step * step; }
constexpr end_mark factor = 0x9e37'79b9'7f4a'7c15;
end_mark scattered(std::uintptr_t at) { return (at + 0x5bd1'e995'1b87'3593) * factor; }
end_mark upper_bits(std::uintptr_t at) { return scattered(at) >> size_bits; }
end_mark& mark_at(std::uintptr_t at) { return *reinterpret_cast<end_mark*>(at); }
std::uintptr_t address_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

/// malloc_usable_size() of glibc's heap, without a call: a word in front of each block holds its size and three flags.
[[gnu::always_inline]] inline std::size_t usable_bytes(std::uintptr_t block) {
    const std::size_t header = reinterpret_cast<const std::size_t*>(block)[-1];
    return (header & ~std::size_t{7}) - ((header & 2) != 0 ? 16 : 8);
}

heap_block block_before(std::uintptr_t at) {
    const std::size_t bytes = (mark_at(at) & ((end_mark{1} << size_bits) - 1)) >> 1;
    return {at - in_steps(bytes), bytes, (mark_at(at) & 1) != 0};
}
bool may_be_mark(std::uintptr_t at) { return mark_at(at) >> size_bits == upper_bits(at); }

/// How far a mark may stand before the end of what the C library gave: it does not split off less than a smallest
/// block, new rounds sizes up to the alignment, and large blocks are whole pages.
std::size_t most_slack(std::uintptr_t begin, std::size_t usable) {
    return usable < 64 * 1024 ? 2 * step + std::min(begin & (~begin + 1), heap_page) : heap_page;
}

/// Visits the marks of the block that begins here, from the last one down; there is one, unless a library has freed an
/// earlier block in this place.
template <class Visit>
void each_mark(std::uintptr_t begin, Visit visit) {
    const std::size_t usable = usable_bytes(begin);
    if (usable < sizeof(end_mark)) return;
    const std::size_t last = (usable - sizeof(end_mark)) / step * step,
                      slack = std::min(last, most_slack(begin, usable));
    for (std::uintptr_t at = begin + last; at + slack >= begin + last; at -= step)
        if (may_be_mark(at) && block_before(at).begin == begin && !visit(at)) return;
}

/// Whether a block of the C library's begins where the mark says, and has no other mark.
bool is_mark(std::uintptr_t at) {
    thread_local std::pair<std::uintptr_t, end_mark> known;  // loops copy parts of one block
    if (!may_be_mark(at)) return false;
    const heap_block block = block_before(at);
    if (block.begin % step != 0 || block.begin < heap_page || !is_known(block.bytes)) return false;
    if (known == std::pair{at, mark_at(at)}) return true;
    if (!is_memory_of_host(block.begin - sizeof(std::size_t))) return false;
    bool is_this = false, is_other = false;
    each_mark(block.begin, [&](std::uintptr_t one) {
        (one == at ? is_this : is_other) = true;
        return true;
    });
    if (!is_this || is_other) return false;
    known = {at, mark_at(at)};
    return true;
}

/// The block of a long range, if it begins where the range does, or was the last one in a call for this.
std::optional<heap_block> known_block_at(std::uintptr_t begin, std::uintptr_t end) {
    thread_local heap_block last;
    const bool again = begin - last.begin < last.bytes;
    if (!again && (begin % step != 0 || begin % heap_page < sizeof(std::size_t))) return std::nullopt;
    const std::uintptr_t first = again ? last.begin : begin;
    if (again && !is_memory_of_host(first - sizeof(std::size_t))) return std::nullopt;
    const std::size_t usable = usable_bytes(first);
    if (usable < end - begin || usable > most_bytes || !is_memory_of_host(first + usable - sizeof(end_mark)))
        return std::nullopt;
    std::optional<heap_block> found;
    each_mark(first, [&](std::uintptr_t at) {
        if (is_mark(at)) found = last = block_before(at);
        return !found;
    });
    return found;
}

bool is_of_program(const char* name) {
    Dl_info here{}, there{};
    const void* const function = dlsym(RTLD_DEFAULT, name);
    return function == nullptr || dladdr(function, &there) == 0 ||
           dladdr(reinterpret_cast<const void*>(&most_slack), &here) == 0 || here.dli_fbase == there.dli_fbase;
}

/// Whether malloc() and new take blocks of glibc's heap: the program may have functions of its own in their place.
const bool marks_malloc = [] {
    const std::unique_ptr<void, void (*)(void*)> block(std::malloc(100), std::free);
    return !is_of_program("malloc") && block != nullptr &&
           usable_bytes(address_of(block.get())) == malloc_usable_size(block.get());
}();
const bool marks_new = marks_malloc && !is_of_program("_Znwm");
bool has_marks(bool by_new) { return by_new ? marks_new : marks_malloc; }

bool marks(std::size_t bytes, bool by_new) {
    if (bytes > small_bytes) return has_marks(by_new) && bytes < most_bytes;
    if (++small_blocks == most_small_blocks) knows_small_blocks = false;
    return has_marks(by_new);
}

template <class Allocate>
[[gnu::noinline]] void* allocate_seen(std::size_t bytes, bool by_new, const Allocate& allocate) {
    void* memory;
    if (!is_known(bytes) || !marks(bytes, by_new)) {
        memory = allocate(bytes);
    } else if (memory = allocate(in_steps(bytes) + sizeof(end_mark)); memory != nullptr) {
        const std::uintptr_t at = address_of(memory) + in_steps(bytes);
        mark_at(at) = upper_bits(at) << size_bits | bytes << 1 | end_mark{by_new};
    }
    if (const auto allocated = watched_host.allocated.load(std::memory_order_relaxed)) allocated(memory, bytes);
    return memory;
}

/// `allocate` gets the bytes that it needs.
template <class Allocate>
[[gnu::always_inline]] inline void* allocate_marked(std::size_t bytes, bool by_new, const Allocate& allocate) {
    if (!is_known(bytes) && watched_host.allocated.load(std::memory_order_relaxed) == nullptr) return allocate(bytes);
    return allocate_seen(bytes, by_new, allocate);
}

/// The block that begins here; without a mark, what the C library gave.
heap_block heap_block_of(const void* memory, bool by_new) {
    if (!has_marks(by_new)) return {address_of(memory), 1};
    heap_block block{address_of(memory), usable_bytes(address_of(memory))};
    each_mark(block.begin, [&](std::uintptr_t at) {
        block = block_before(at);
        return false;
    });
    return block;
}

[[gnu::noinline]] void tell_end(const void* memory, bool by_new, const void* pc, const char* how) {
    const heap_block block = heap_block_of(memory, by_new);
    watched_host.ends.load()(block.begin, block.bytes, how, pc);
}
[[gnu::noinline]] void erase_marks(const void* memory) {
    each_mark(address_of(memory), [](std::uintptr_t at) {
        mark_at(at) = 0;
        return true;
    });
}

/// The host gives back a block, by `how`; `bytes`: as far as the caller knows.
[[gnu::always_inline]] inline void forget_mark(const void* memory, bool by_new, const void* pc, const char* how,
                                               std::size_t bytes = ~std::size_t{0}) {
    if (memory == nullptr) return;
    if (watched_host.ends.load(std::memory_order_relaxed) != nullptr) [[unlikely]]
        tell_end(memory, by_new, pc, how);
    if (is_known(bytes) && has_marks(by_new) &&
        (knows_small_blocks.load(std::memory_order_relaxed) || usable_bytes(address_of(memory)) > small_bytes))
        erase_marks(memory);
}

}  // namespace

std::optional<heap_block> heap_block_at(std::uintptr_t begin, std::size_t bytes) {
    if (!marks_malloc || bytes == 0) return std::nullopt;
    const std::uintptr_t end = begin + bytes;
    if (bytes > long_search)
        if (const auto known = known_block_at(begin, end)) return known;
    std::uintptr_t at = in_steps(begin);
    for (end_mark bits = scattered(at); at < end; at += step, bits += step * factor)
        if ((mark_at(at) ^ bits) >> size_bits == 0 && is_mark(at)) return block_before(at);
    std::uintptr_t page = (end - 1) / heap_page;
    for (; at < end + seen_ahead; at += step) {
        if (at / heap_page != page && (at >= end + step || !is_memory_of_host(at))) break;
        page = at / heap_page;
        if (may_be_mark(at) && is_mark(at)) return block_before(at);
    }
    return std::nullopt;
}

#define STRIDER_EMULATOR_CALLER_PC (__builtin_extract_return_addr(__builtin_return_address(0)))

extern "C" {

void* strider_emulator_malloc(std::size_t bytes) {
    if (current_worker() != nullptr) return heap_allocate({STRIDER_EMULATOR_CALLER_PC}, bytes);
    return allocate_marked(bytes, false, [](std::size_t all) { return std::malloc(all); });
}
void* strider_emulator_calloc(std::size_t count, std::size_t bytes) {
    std::size_t product;
    if (__builtin_mul_overflow(count, bytes, &product)) return std::calloc(count, bytes);
    return allocate_marked(product, false, [](std::size_t all) { return std::calloc(1, all); });
}
void* strider_emulator_realloc(void* memory, std::size_t bytes) {
    forget_mark(memory, false, STRIDER_EMULATOR_CALLER_PC, "realloc()");
    if (bytes == 0) return std::realloc(memory, 0);
    return allocate_marked(bytes, false, [=](std::size_t all) { return std::realloc(memory, all); });
}
void* strider_emulator_aligned_alloc(std::size_t alignment, std::size_t bytes) {
    return allocate_marked(bytes, false, [=](std::size_t all) { return aligned_alloc(alignment, all); });
}
int strider_emulator_posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
    int error = 0;
    void* made = nullptr;
    made = allocate_marked(bytes, false, [&](std::size_t all) {
        error = posix_memalign(&made, alignment, all);
        return error == 0 ? made : nullptr;
    });
    if (error == 0) *memory = made;
    return error;
}
void strider_emulator_free(void* memory) {
    if (current_worker() != nullptr) return heap_release({STRIDER_EMULATOR_CALLER_PC}, memory);
    forget_mark(memory, false, STRIDER_EMULATOR_CALLER_PC, "free()");
    std::free(memory);
}

void* strider_emulator_new(std::size_t bytes) {
    if (current_worker() != nullptr) return heap_allocate({STRIDER_EMULATOR_CALLER_PC}, bytes);
    return allocate_marked(bytes, true, [](std::size_t all) { return operator new(all); });
}
void* strider_emulator_new_nothrow(std::size_t bytes, const std::nothrow_t& how) {
    if (current_worker() != nullptr) return heap_allocate({STRIDER_EMULATOR_CALLER_PC}, bytes);
    return allocate_marked(bytes, true, [&](std::size_t all) { return operator new(all, how); });
}
void* strider_emulator_new_aligned(std::size_t bytes, std::align_val_t alignment) {
    if (current_worker() != nullptr) return heap_allocate({STRIDER_EMULATOR_CALLER_PC}, bytes);
    return allocate_marked(bytes, true, [=](std::size_t all) { return operator new(all, alignment); });
}
void strider_emulator_delete(void* memory) {
    if (current_worker() != nullptr) return heap_release({STRIDER_EMULATOR_CALLER_PC}, memory);
    forget_mark(memory, true, STRIDER_EMULATOR_CALLER_PC, "delete");
    operator delete(memory);
}
void strider_emulator_delete_sized(void* memory, std::size_t bytes) {
    if (current_worker() != nullptr) return heap_release({STRIDER_EMULATOR_CALLER_PC}, memory);
    forget_mark(memory, true, STRIDER_EMULATOR_CALLER_PC, "delete", bytes);
    operator delete(memory);
}
void strider_emulator_delete_aligned(void* memory, std::align_val_t alignment) {
    if (current_worker() != nullptr) return heap_release({STRIDER_EMULATOR_CALLER_PC}, memory);
    forget_mark(memory, true, STRIDER_EMULATOR_CALLER_PC, "delete");
    operator delete(memory, alignment);
}
void strider_emulator_delete_sized_aligned(void* memory, std::size_t, std::align_val_t alignment) {
    if (current_worker() != nullptr) return heap_release({STRIDER_EMULATOR_CALLER_PC}, memory);
    forget_mark(memory, true, STRIDER_EMULATOR_CALLER_PC, "delete");
    operator delete(memory, alignment);
}

}  // extern "C"
#undef STRIDER_EMULATOR_CALLER_PC

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
