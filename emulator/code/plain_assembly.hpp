// What the compiler's assembly of a program's plain form needs before it can share a process with the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "definitions.hpp"

namespace strider::emulation {

/// Host functions, by the places in the program where they begin, which run as plain code while it may be so: on no
/// lane's stack, which lies in a range of addresses, and while all of some words are 0.
struct plain_host {
    std::vector<std::uintptr_t> functions;
    std::vector<const void*> zero_words;
    const void *lanes_begin = nullptr, *lanes_bytes = nullptr;  ///< where these numbers are kept
};

/// Leaves out the definitions of variables that the program has, so that their names are the program's. Each host
/// function that calls nothing of the emulator's gets an entry, which goes on there or in the program's own function.
bool edit_assembly(const std::string& assembly, const definitions& own, const plain_host& host);

/// The name of that entry begins so.
inline const std::string entry_prefix = "strider_entry.";

/// Where the function has bytes at its beginning that do nothing, enough for a jump; 0: it has none.
std::uintptr_t room_for_jump(std::uintptr_t function);
constexpr std::size_t jump_bytes = 5;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
