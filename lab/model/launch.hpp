// What the model of time knows of a launch: its shape, and what it did.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lab/records/record.hpp>

namespace simt {
struct launch_counters;
}

namespace strider::lab::model {

/// Counts of a launch. They are real numbers, since those of a larger launch may be extrapolated.
struct launch {
    std::string kernel;
    double blocks = 0;
    double block_threads = 0;
    double shared_bytes = 0;         ///< dynamic shared memory of a block
    double static_shared_bytes = 0;  ///< the other; 0 where its machine code is not known, as the next two
    double registers = 0;            ///< of a thread
    double instructions = 0;         ///< of warps

    double warp_steps = 0;          ///< basic blocks
    double shared_wavefronts = 0;   ///< of loads and stores
    double load_requests = 0;       ///< of global memory, as the next ones
    double load_batches = 0;        ///< groups of loads that are under way together
    double load_sectors = 0;        ///< asked for by warps
    double l2_load_sectors = 0;     ///< the same, but for what the block has in its cache
    double first_load_sectors = 0;  ///< different ones
    double far_load_sectors = 0;    ///< loaded before, by a block far away in the grid
    double store_sectors = 0;
    double first_store_sectors = 0;
    double far_store_sectors = 0;     ///< stored or updated before, the same
    double barriers = 0;              ///< summed over blocks
    double shared_atomic_passes = 0;  ///< by request the most lanes on one address
    double global_atomic_passes = 0;  ///< the same, or the sectors if those are more
    double atomic_sectors = 0;        ///< different ones, of global memory

    bool operator==(const launch&) const = default;
};

/// The counts by their names in records.
inline constexpr std::pair<std::string_view, double launch::*> launch_fields[] = {
    {"blocks", &launch::blocks},
    {"block_threads", &launch::block_threads},
    {"shared_bytes", &launch::shared_bytes},
    {"static_shared_bytes", &launch::static_shared_bytes},
    {"registers", &launch::registers},
    {"instructions", &launch::instructions},
    {"warp_steps", &launch::warp_steps},
    {"shared_wavefronts", &launch::shared_wavefronts},
    {"load_requests", &launch::load_requests},
    {"load_batches", &launch::load_batches},
    {"load_sectors", &launch::load_sectors},
    {"l2_load_sectors", &launch::l2_load_sectors},
    {"first_load_sectors", &launch::first_load_sectors},
    {"far_load_sectors", &launch::far_load_sectors},
    {"store_sectors", &launch::store_sectors},
    {"first_store_sectors", &launch::first_store_sectors},
    {"far_store_sectors", &launch::far_store_sectors},
    {"barriers", &launch::barriers},
    {"shared_atomic_passes", &launch::shared_atomic_passes},
    {"global_atomic_passes", &launch::global_atomic_passes},
    {"atomic_sectors", &launch::atomic_sectors},
};

/// Of a launch that was counted with details.
launch counted_launch(const simt::launch_counters& seen);

/// Of a kernel's record in a report of `check`, that has "launch_counts"; each as often as it says.
std::vector<launch> launches_of_report(const record& kernel);

/// {"kernel", and the counts that are not 0}, and back.
record to_record(const launch& one);
launch launch_of(const record& one);

}  // namespace strider::lab::model
