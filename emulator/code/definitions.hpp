// Definitions of a program or an object, read from its symbol table.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mapped_file.hpp"

namespace strider::emulation {

struct symbol {
    std::string name;  ///< without its symbol version
    std::string file;  ///< the source of a local symbol; empty: the symbol is global
    std::uintptr_t value = 0;
    std::size_t bytes = 0;
    unsigned type = 0;
    bool defined = false;
};

std::vector<symbol> read_symbols(const mapped_file& file);

/// Whether this is a virtual table of the program. The emulator's are excluded because the host calls them as well.
inline bool is_virtual_table(const std::string& name) {
    return name.starts_with("_ZTV") && !name.starts_with("_ZTVN7strider");
}

/// Definitions of a program by name. Several sources may have static variables or functions of the same name.
class definitions {
public:
    explicit definitions(const std::string& path, std::uintptr_t base = 0) {
        const mapped_file file(path);
        for (symbol& one : read_symbols(file)) {
            if (!one.defined || (one.type != STT_FUNC && one.type != STT_OBJECT)) continue;
            one.value += base;
            if (one.type == STT_FUNC) functions_[one.value].push_back(one);
            by_name_[one.name].push_back(std::move(one));
        }
    }

    bool is_variable(const std::string& name) const { return has(name, STT_OBJECT); }
    bool is_function(const std::string& name) const { return has(name, STT_FUNC); }
    /// The symbols of the function at this address.
    const std::vector<symbol>& function_at(std::uintptr_t address) const {
        static const std::vector<symbol> none;
        const auto at = functions_.find(address);
        return at == functions_.end() ? none : at->second;
    }
    /// The address of the name in this source; 0 if it is undefined or ambiguous.
    std::uintptr_t address(const std::string& name, const std::string& source) const {
        return only(name, [&](const symbol& one) { return one.file.empty() || one.file == source; });
    }
    /// The address of the name over all sources: hidden symbols are local in a program, as if they were static.
    std::uintptr_t hidden_address(const std::string& name) const {
        return only(name, [](const symbol&) { return true; });
    }
    /// The address here of the function that the other program has at this address.
    std::uintptr_t counterpart(const definitions& other, std::uintptr_t function) const {
        for (const symbol& one : other.function_at(function))
            if (const std::uintptr_t found = address(one.name, one.file)) return found;
        return 0;
    }

    /// Calls `visit(word)` for each word of the tables of virtual functions.
    template <class Visit>
    void each_virtual(const Visit& visit) const {
        for (const auto& [name, all] : by_name_)
            for (const symbol& one : all)
                for (std::size_t at = 0; is_virtual_table(name) && at + sizeof(void*) <= one.bytes; at += sizeof(void*))
                    visit(reinterpret_cast<std::uintptr_t*>(one.value + at));
    }

private:
    bool has(const std::string& name, unsigned type) const {
        const auto at = by_name_.find(name);
        return at != by_name_.end() && at->second.front().type == type;
    }
    template <class Condition>
    std::uintptr_t only(const std::string& name, const Condition& is_meant) const {
        const auto at = by_name_.find(name);
        if (at == by_name_.end()) return 0;
        std::uintptr_t address = 0;
        for (const symbol& one : at->second) {
            if (!is_meant(one)) continue;
            if (address != 0) return 0;
            address = one.value;
        }
        return address;
    }

    std::map<std::string, std::vector<symbol>> by_name_;
    std::map<std::uintptr_t, std::vector<symbol>> functions_;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
