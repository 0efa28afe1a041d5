// Machine instructions from the emulator's steps: by what nvcc makes of each line of a kernel.
#pragma once

#include <strider/emulator/session.hpp>

#include <map>
#include <string>
#include <string_view>

namespace strider::lab {

/// Instructions that warps issue, as the hardware counts them.
struct issued_instructions {
    /// A kernel's share.
    struct kernel {
        double per_step = 0;  ///< instructions for each of the emulator's steps
        double threads_per_instruction = 0;
        double registers = 0;  ///< of a thread; 0 where they are not known
        double static_shared_bytes = 0;
        bool is_exact = false;  ///< by its own machine code; else by another type's, or by the mean
    };

    double instructions = 0;
    double threads_per_instruction = 0;
    /// "sass": every kernel by its weights in results/sass.json; "estimated": some kernel by those for another type, or
    /// by the mean of all weights, because it was not weighed or its source has changed.
    std::string by;
    std::map<std::string, kernel> kernels;  ///< by name
};

/// The sum over the kernels of a rung, with the counters of their lines.
issued_instructions instructions_of(std::string_view pattern, int rung, const emulation::details& seen);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
