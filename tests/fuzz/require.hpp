// What a fuzz target claims; a claim that does not hold is a crash, with its text.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace strider::fuzz {

inline void require(bool holds, const char* claim) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", claim);
    std::abort();
}

}  // namespace strider::fuzz
// SPDX-License-Identifier: Apache-2.0
