// Inline PTX: what an asm statement says, and the same in C++ by <strider/emulator/dialect/ptx.hpp>.
#pragma once

#include <string>
#include <vector>

#include "source_code.hpp"

namespace strider::kernel_check {

struct assembly {
    struct operand {
        std::string constraint;  // =r, +l, f, ...
        std::string expression;
    };
    std::string text;
    bool is_written_out = true;  // no macro makes a part of the text or an operand
    std::vector<operand> outputs, inputs;
    bool may_be_ptx = true;  // no constraint is one of the host's alone
};

/// The statement whose parentheses are the tokens `open` and `close`.
assembly read_assembly(const code& in, std::size_t open, std::size_t close);

/// A C++ statement without its semicolon. What the table does not have ends the launch with a finding that names it.
std::string translate_ptx(const assembly& statement);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
