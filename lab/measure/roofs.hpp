// The measured roofs of this machine's devices, kept from one `strider devices --measure` to the next.
#pragma once

#include <optional>
#include <string>

#include <lab/base/record.hpp>

namespace strider::lab {

/// The file that they are kept in: strider/roofs.json in $XDG_CACHE_HOME, or in ~/.cache. Empty where neither variable
/// is set.
std::string roofs_file();

/// The kept roofs of a device with all these facts: {"gbps": {...}, "date": ...}.
std::optional<record> kept_roofs(const record& facts);

/// Keeps the roofs beside those of other devices. Throws std::runtime_error where that cannot be.
void keep_roofs(const record& facts, const record& roofs);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
