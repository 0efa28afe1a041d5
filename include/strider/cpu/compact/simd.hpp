// The parts of a compaction that are compiled for several instruction sets (src/cpu/compact_kernels.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::cpu_backend {

inline constexpr unsigned flags_a_word = 64;

/// Bit i % 64 of bits[i / 64] is the lowest bit of flags[i], for 64 * `words` flags of 1, 2 or 4 bytes; gives how many
/// are set.
std::uint64_t pack_flags(std::size_t flag_bytes, const void* flags, std::size_t words, std::uint64_t* bits);

/// The items whose bit is set among 64 * `count` items of 4 or 8 bytes, to `to`; gives how many. Anything may be
/// written behind them, up to to[room].
std::uint64_t move_simd(std::size_t item_bytes, const void* items, const std::uint64_t* words, std::size_t count,
                        std::uint64_t room, void* to);

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
