// Variables of the device, and those of the host, among the declarations of a namespace.
#pragma once

#include <cstddef>
#include <vector>

#include "source_code.hpp"

namespace strider::kernel_check {

struct defined_variables {
    std::vector<std::size_t> names;  ///< tokens
    std::size_t semicolon = 0;       ///< behind the definition
    bool managed = false;
};

/// The variables that the `__device__`, `__constant__` or `__managed__` at token i defines. None for constants, whose
/// values the host may read, and for what a template or another file defines.
defined_variables device_variables_at(const code& in, std::size_t i);

/// The variables of the host that the declaration at token `first` defines; only those that are surely the host's: none
/// where a macro may stand for a specifier.
defined_variables host_variables_at(const code& in, std::size_t first);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
