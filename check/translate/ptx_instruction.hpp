// One PTX instruction: what it says, and the same in C++.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strider::kernel_check::ptx {

/// `op.modifier.modifier operand, operand`, under a predicate or not.
struct instruction {
    std::string text;
    std::string predicate;  // p or !p
    std::string op;
    std::vector<std::string> modifiers;
    std::vector<std::string> operands;
};
instruction parse_instruction(const std::string& statement);

/// Thrown where the table does not have something: the qualifier that it does not have, if the rest fits.
struct not_in_table {
    std::string qualifier;
};

/// C++ statements that do the same. Throws not_in_table.
std::string translate_instruction(const instruction& one);

/// The variable that a register becomes.
std::string register_variable(std::string name);

/// C++'s types by PTX's: s32, f64, ...
extern const std::map<std::string, std::string, std::less<>> register_types;

std::string trimmed(const std::string& text);
/// At the commas (or what `at` is) outside of brackets.
std::vector<std::string> split(const std::string& text, char at);

}  // namespace strider::kernel_check::ptx
// SPDX-License-Identifier: Apache-2.0
