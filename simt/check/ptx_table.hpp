// What the parts of the PTX table share: operands and modifiers of an instruction in C++.
#pragma once

#include "ptx_instruction.hpp"

namespace strider::kernel_check {

/// An operand that is read; the same as a value of a C++ type.
std::string value(const std::string& operand);
std::string typed(const std::string& type, const std::string& operand);
/// The statement that writes to an operand.
std::string assign(const std::string& operand, const std::string& expression);

bool has(const instruction& i, std::string_view modifier);
/// The C++ type that the last modifier with one says, or one before it.
std::string type(const instruction& i, std::size_t from_last = 0);
const std::string& operand(const instruction& i, std::size_t n);

/// A pointer to `type` for the operand [address + offset]; `shared`: in the 32 bits of shared memory.
std::string pointer_to(const std::string& type, const std::string& operand, bool shared);

/// mbarrier, cp.async, fences of proxies, and what is said to clusters. Throws not_in_table for others.
std::string asynchronous(const instruction& i);

/// ldmatrix and mma.sync. Throws not_in_table for others.
std::string matrix(const instruction& i);

/// The value of an instruction that computes one from its operands.
std::string arithmetic(const instruction& i);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
