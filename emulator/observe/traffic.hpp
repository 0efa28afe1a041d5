// The cost of one warp access in a GPU's memory system: wavefronts of shared memory, sectors of global memory. These
// are the hardware's rules; tests/emulator/core_table_test.cu holds its measured figures.
#pragma once

#include <cstdint>
#include <span>

namespace strider::emulation {

/// An address and the number of its lane, for each lane that takes part.
struct lane_address {
    std::uint64_t address;
    unsigned lane;
};

/// Asynchronous copies count as stores, and atomics as loads.
enum class shared_access { store, load };

/// Passes over the 32 banks (of 4 bytes) that the access takes. One pass serves 32 lanes for up to 4 bytes, 16 for 8
/// and 8 for 16. Within it, different words of one bank are served one after the other, and the same word all at once.
/// Loads of 8 and 16 bytes pass twice as many lanes if each lane's address equals its partner's. Partners are lane ^ 1
/// for all lanes, or lane ^ 2 for all lanes; absent partners do not matter.
unsigned shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes, shared_access how);

/// The passes that the same bytes need without bank conflicts.
unsigned least_shared_wavefronts(std::span<const lane_address> lanes, unsigned bytes, shared_access how);

/// The number of different aligned sectors of 32 bytes.
unsigned global_sectors(std::span<const lane_address> lanes, unsigned bytes);

/// The same for an asynchronous copy to shared memory. It reads in groups of lanes that one pass stores, so a sector of
/// two groups counts twice. (An H200 counts so for LDGSTS, but not for loads.)
unsigned copied_sectors(std::span<const lane_address> lanes, unsigned bytes);

/// The largest number of lanes that use the same address.
unsigned most_on_one_address(std::span<const lane_address> lanes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
