// The checked rungs of gather and scatter: a bad index is not followed, and the first position of one is told.
#pragma once

#include <cstddef>
#include <cstdint>

#include <ladders/harness/rung.hpp>

namespace strider::ladders {

/// A checked rung's scratch is one such word, after the run: the lowest position whose index is beyond the elements, or
/// `no_bad_index`. (A type that atomicMin takes.)
using bad_index_word = unsigned long long;
inline constexpr bad_index_word no_bad_index = ~bad_index_word{0};
inline std::size_t scratch_of_checked(const arguments&) { return sizeof(bad_index_word); }

}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
