// The functions that reduce elements: each atomically, and so that nobody sees the accesses.
#pragma once

#include <cstddef>

#include <strider/emulator/reduction.hpp>

namespace strider::emulation {

using reduce_elements = void (*)(void* to, const void* from, std::size_t bytes);

/// Null for `replace`, and where a GPU has no such operation.
reduce_elements function_of(reduction what);

const char* name_of(reduction_op op);
const char* name_of(element_type type);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
