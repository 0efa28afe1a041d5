// Counts of a launch that bound its time: docs/bounds.md.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lab/base/record.hpp>

namespace strider::emulation {
struct launch_counters;
}

namespace strider::lab {

inline constexpr double sector_bytes = 32;

/// Real numbers, since those of a larger launch may be extrapolated.
struct launch_counts {
    std::string kernel;
    double blocks = 0;
    double block_threads = 0;
    double shared_bytes = 0;         ///< dynamic shared memory of a block
    double static_shared_bytes = 0;  ///< the other; 0 where its machine code is not known, as the next two
    double registers = 0;            ///< of a thread
    double instructions = 0;         ///< of warps

    double shared_wavefronts = 0;     ///< of loads and stores
    double shared_atomic_passes = 0;  ///< wavefronts of atomics
    double load_batches = 0;          ///< groups of loads of global memory that a warp has in flight together
    double load_sectors = 0;          ///< asked for by warps
    double l2_load_sectors = 0;       ///< the same, but for what the block has in its L1
    double first_load_sectors = 0;    ///< different ones
    double store_sectors = 0;
    double first_store_sectors = 0;
    double atomic_sectors = 0;        ///< different ones, of global memory
    double global_atomic_passes = 0;  ///< by request the most lanes on one address, or the sectors if those are more
    double barriers = 0;              ///< summed over blocks

    bool operator==(const launch_counts&) const = default;
};

/// The counts by their names in records: first those that are a launch's shape, then those that grow with its work.
inline constexpr std::pair<std::string_view, double launch_counts::*> launch_fields[] = {
    {"blocks", &launch_counts::blocks},
    {"block_threads", &launch_counts::block_threads},
    {"shared_bytes", &launch_counts::shared_bytes},
    {"static_shared_bytes", &launch_counts::static_shared_bytes},
    {"registers", &launch_counts::registers},
    {"instructions", &launch_counts::instructions},
    {"shared_wavefronts", &launch_counts::shared_wavefronts},
    {"shared_atomic_passes", &launch_counts::shared_atomic_passes},
    {"load_batches", &launch_counts::load_batches},
    {"load_sectors", &launch_counts::load_sectors},
    {"l2_load_sectors", &launch_counts::l2_load_sectors},
    {"first_load_sectors", &launch_counts::first_load_sectors},
    {"store_sectors", &launch_counts::store_sectors},
    {"first_store_sectors", &launch_counts::first_store_sectors},
    {"atomic_sectors", &launch_counts::atomic_sectors},
    {"global_atomic_passes", &launch_counts::global_atomic_passes},
    {"barriers", &launch_counts::barriers},
};
inline constexpr std::size_t shape_fields = 5;

/// The counts of a launch that was counted with details.
launch_counts counts_of(const emulation::launch_counters& seen);

/// The launches in a kernel's record of `check` with "launch_counts"; each as often as the record says.
std::vector<launch_counts> launches_of_report(const record& kernel);

/// {"kernel", and the counts that are not 0}, and back.
record to_record(const launch_counts& launch);
launch_counts launch_counts_of(const record& row);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
