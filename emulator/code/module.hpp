// The executable or shared library that holds the kernels and this copy of the emulator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace strider::emulation {

struct module_symbol {
    std::uintptr_t begin = 0;  ///< a run-time address; for thread-local variables an offset in the module's block
    std::size_t bytes = 0;
    std::string name;  ///< demangled

    bool operator<(const module_symbol& other) const { return begin < other.begin; }
};

struct module_image {
    std::string path;
    std::uintptr_t base = 0;
    std::vector<module_symbol> functions;  ///< sorted, like the next three
    std::vector<module_symbol> variables;
    std::vector<module_symbol> constants;  ///< the `__constant__` variables
    std::vector<module_symbol> thread_locals;
    struct segment {
        std::uintptr_t begin, end;
        bool writable;
    };
    std::vector<segment> segments;  ///< code and data, as mapped
};

/// Read once, at the first call.
const module_image& own_module();

/// The calling thread's instances of the module's thread-local variables.
std::span<std::byte> own_thread_locals();

/// The symbol that holds `address`, or null.
const module_symbol* find_symbol(const std::vector<module_symbol>& among, std::uintptr_t address);

/// The last name of a qualified function or variable name, without template arguments and parameters.
std::string plain_name(const std::string& demangled);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
