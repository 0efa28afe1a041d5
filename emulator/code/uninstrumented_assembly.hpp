// Edits the assembly of a program's uninstrumented build, so that it can share a process with the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "definitions.hpp"

namespace strider::emulation {

/// Host functions that run uninstrumented while this is safe, by their addresses in the program. It is safe on no
/// lane's stack (the address range below) and while all of the words below are 0.
struct uninstrumented_host {
    std::vector<std::uintptr_t> functions;
    std::vector<const void*> zero_words;
    const void *lanes_begin = nullptr, *lanes_bytes = nullptr;  ///< addresses of the variables with the range
};

/// Removes definitions of variables that the program has, so that their names refer to the program's variables. Each
/// host function that does not call the emulator gets an entry, which continues in the new function or in the program's
/// own.
bool edit_assembly(const std::string& assembly, const definitions& own, const uninstrumented_host& host);

/// The prefix of the entries' names.
inline const std::string entry_prefix = "strider_entry.";

/// The address of padding at the function's beginning that has room for a jump; 0 if there is no such padding.
std::uintptr_t room_for_jump(std::uintptr_t function);
constexpr std::size_t jump_bytes = 5;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
