// What one access of a warp costs in the memory system of a GPU: wavefronts of shared memory, sectors of global memory.
// The rules are those of the hardware; tests/emulator/core_table_test.cu holds its figures.
#pragma once

#include <cstdint>
#include <span>

namespace strider::emulation {

/// The addresses of the lanes that take part, each with its lane number.
struct lane_address {
    std::uint64_t address;
    unsigned lane;
};

/// Stores, also those of asynchronous copies, or loads, with which atomics go.
enum class shared_access { store, load };

/// Passes over the 32 banks (of 4 bytes) that the access takes. Lanes go together 32 at a time for up to 4 bytes, 16
/// for 8 and 8 for 16; in a pass, different words of one bank are served one after the other, and one word all at once.
/// Twice as many lanes go together in loads of 8 and 16 bytes where the addresses of all lanes equal those of their
/// partners, which are lane ^ 1 of each lane, or lane ^ 2. Partners that take no part do not matter.
unsigned shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes, shared_access how);

/// The same without bank conflicts.
unsigned least_shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes, shared_access how);

/// Different aligned pieces of 32 bytes that are touched.
unsigned global_sectors(std::span<const lane_address> lanes, unsigned bytes);

/// The same of an asynchronous copy to shared memory, which reads as many lanes at a time as one pass stores: a piece
/// that two passes touch counts twice. (An H200 counts so for LDGSTS, and not for loads.)
unsigned copied_sectors(std::span<const lane_address> lanes, unsigned bytes);

/// The most lanes that use one and the same address.
unsigned most_on_one_address(std::span<const lane_address> lanes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
