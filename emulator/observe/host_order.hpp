// The host's place in the order of streams: operations that the host has not waited for, as far as they use memory that
// the host uses too.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include <strider/emulator/host_watch.hpp>

#include "run/device_range.hpp"
#include "run/observer.hpp"
#include "shadow.hpp"
#include "stack_frame.hpp"
#include "stream_history.hpp"

namespace strider::emulation {

struct unfinished_operation {
    past_operation what;
    operation_set before;
    global_shadow* shadow = nullptr;  ///< for a launch or a host function
    stack_frame frame;                ///< for memory of a function's call, which returns some time
    bool kept = false;                ///< it is, or was, carried out later than it was given
};

/// Memory that has ended before an operation that is kept could use it.
struct lost_memory {
    unsigned line;
    std::uint64_t number;
    address_range memory;
};

/// Memory that graphs use at each launch.
struct held_memory {
    address_range memory;
    stack_frame frame;
    std::uint64_t ended = 0;  ///< 0: it has not; else a number of operations
    ended_memory end{};
};

/// Accesses of a host function to four bytes of the host's own memory.
struct accessed_word {
    unsigned line;
    std::uint64_t number;
    unsigned bytes;  ///< one bit for each of the four
    bool written;
    bool lasting;                        ///< the memory is not reused: a variable, or the stack of a waiting thread
    std::array<std::uint8_t, 4> values;  ///< unless lasting: the bytes when the function ended
};

struct unfinished_operations {
    static constexpr std::size_t most = 512, most_words = std::size_t{1} << 16;
    std::mutex mutex;
    std::deque<unfinished_operation> all;
    std::map<std::uintptr_t, accessed_word> words;  ///< by address
    unsigned functions = 0;                         ///< host functions that run for streams
    std::vector<held_memory> held;
    std::vector<lost_memory> lost;

    bool empty() const { return all.empty() && words.empty() && functions == 0; }
};
unfinished_operations& unfinished();

/// From now on host accesses are compared with the operation's accesses to memory of both sides. For a launch, the
/// shadow of that memory has them.
void note_unfinished(const past_operation& which, const operation_set& before, global_shadow* shadow,
                     bool kept = false);

/// An access that an operation may still make to bytes that the host uses.
struct unfinished_use {
    past_operation by;
    operation_set before;
    bool writes = false;
};
std::optional<unfinished_use> use_of(const memory_access& what);

/// So much memory ends while the operation may still use it.
void report_end_of_memory(const ended_memory& end, std::size_t bytes, const unfinished_use& use);

/// A function of the host returns; the callback that tells so returns to `pc`.
void leave_frame(const void* pc);

/// Watches the ends of memory that operations may still use, or graphs later. The caller holds the mutex of the
/// unfinished.
void watch_ends();

/// Watches host code where it may access unfinished memory, and everywhere while a host function runs. The caller holds
/// the mutex of the unfinished.
void watch_unfinished();

/// These three apply if this thread runs a host function for a stream. The function accesses memory; it has told other
/// threads what it did; it has allocated memory.
bool note_access_of_function(const memory_access& what);
void tell_others();
void note_allocated(const void* memory, std::size_t bytes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
