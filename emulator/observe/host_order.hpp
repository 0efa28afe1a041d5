// The host's place in the order of streams: what streams were given and the host has not waited for, as far as it uses
// memory that the host uses too.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <mutex>
#include <optional>

#include "run/observer.hpp"
#include "shadow.hpp"
#include "stream_history.hpp"

namespace strider::emulation {

struct unfinished_operation {
    past_operation what;
    operation_set before;
    global_shadow* shadow = nullptr;  ///< of a launch, or a function of the host
};

/// Of four bytes of the host's own memory, what a function of the host has accessed.
struct accessed_word {
    unsigned line;
    std::uint64_t number;
    unsigned bytes;  ///< one bit for each of the four
    bool written;
    bool lasting;                        ///< nobody else gets the memory: a variable, or the stack of whoever waits
    std::array<std::uint8_t, 4> values;  ///< of what is not lasting, when the function has ended
};

struct unfinished_operations {
    static constexpr std::size_t most = 512, most_words = std::size_t{1} << 16;
    std::mutex mutex;
    std::deque<unfinished_operation> all;
    std::map<std::uintptr_t, accessed_word> words;  ///< by address
    unsigned functions = 0;                         ///< of the host, that run for streams

    bool empty() const { return all.empty() && words.empty() && functions == 0; }
};
unfinished_operations& unfinished();

/// From now on the host is held against what the operation does to memory of both sides. What exactly a launch does,
/// the shadow of the memory tells.
void note_unfinished(const past_operation& which, const operation_set& before, global_shadow* shadow);

/// What an operation may still do with bytes that the host accesses.
struct unfinished_use {
    past_operation by;
    operation_set before;
    bool writes = false;
};
std::optional<unfinished_use> use_of(const memory_access& what);

/// Host code is watched where it may access what is unfinished, and everywhere while a function of the host runs. With
/// the mutex of the unfinished held.
void watch_unfinished();

/// If a function of the host runs on this thread for a stream: it accesses memory; has told other threads what it did;
/// has allocated memory.
bool note_access_of_function(const memory_access& what);
void tell_others();
void note_allocated(const void* memory, std::size_t bytes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
