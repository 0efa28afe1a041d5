// The forms of PTX instructions that the translator knows: see ptx_table.cpp.
#pragma once

#include <map>
#include <span>
#include <string>

#include "ptx_instruction.hpp"

namespace strider::kernel_check::ptx {

struct form {
    const char* name;
    const char* text = nullptr;
    std::string (*write)(const instruction&) = nullptr;

    constexpr form(const char* name, const char* text) : name(name), text(text) {}
    constexpr form(const char* name, std::string (*write)(const instruction&)) : name(name), write(write) {}
};
std::span<const form> forms();

/// The alternatives that a word in capitals stands for.
extern const std::map<std::string, const char*, std::less<>> sets_of_qualifiers;

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
