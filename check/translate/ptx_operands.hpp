// Operands and qualifiers of a PTX instruction in C++, and the functions that write instructions which need more than a
// row of the table (ptx_table.cpp). Qualifiers are checked when they are called: `has` asks which was given.
#pragma once

#include "ptx_instruction.hpp"

namespace strider::kernel_check::ptx {

/// An operand that is read; the same as a value of a C++ type.
std::string value(const std::string& operand);
std::string typed(const std::string& type, const std::string& operand);
/// The statement that writes to an operand.
std::string assign(const std::string& operand, const std::string& expression);
/// The operands of a vector, {a, b, ...}.
std::vector<std::string> parts_of(const std::string& operand);
/// The two destinations of d|p; the second is empty where there is one.
std::pair<std::string, std::string> destinations(const instruction& i);

bool has(const instruction& i, std::string_view modifier);
/// The last qualifier that is a type, or one before it; and C++'s name for it.
const std::string& type_name(const instruction& i, std::size_t from_last = 0);
const std::string& type(const instruction& i, std::size_t from_last = 0);
const std::string& operand(const instruction& i, std::size_t n);

/// A pointer to `type` for the operand [address + offset]; `shared`: in the 32 bits of shared memory.
std::string pointer_to(const std::string& type, const std::string& operand, bool shared);

// ptx_data.cpp: values that are compared, taken apart and put together; video instructions
std::string comparison(const instruction& i);
std::string move(const instruction& i);
std::string logic_with_predicate(const instruction& i);
std::string video(const instruction& i);
std::string packed_video(const instruction& i);
// ptx_memory.cpp
std::string memory(const instruction& i);
std::string atomic(const instruction& i);
std::string fence(const instruction& i);
std::string barrier(const instruction& i);
std::string shuffle(const instruction& i);
std::string match_all(const instruction& i);
// ptx_asynchronous.cpp: mbarrier, cp.async, fences of proxies, and what is said to clusters
std::string asynchronous(const instruction& i);
// ptx_matrix.cpp: ldmatrix, stmatrix and mma.sync
std::string matrix_load(const instruction& i);
std::string matrix_store(const instruction& i);
std::string matrix_product(const instruction& i);
// ptx_warpgroup.cpp: wgmma
std::string warpgroup(const instruction& i);

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
