#include <lab/bounds/bounds.hpp>

#include <algorithm>

#include <lab/bounds/occupancy.hpp>

namespace strider::lab {
namespace {

constexpr double per_microsecond = 1e3;  ///< of a rate in G/s or GHz

/// As many bytes as are both read and written move at the rate of a copy, the others at their own.
double dram_us(const launch_counts& launch, const chip& on, bool follows) {
    const double updated = launch.atomic_sectors;
    const double read =
        std::max(0.0, (launch.first_load_sectors + updated) * sector_bytes - (follows ? on.l2_bytes : 0));
    const double written = std::max(0.0, (launch.first_store_sectors + updated) * sector_bytes - on.l2_dirty_bytes);
    const double both = std::min(read, written);
    return (2 * both / on.copy_gbps + (read - both) / on.read_gbps + (written - both) / on.write_gbps) /
           per_microsecond;
}

/// Atomics on one sector go one by one: some sector has at least the mean.
double atomics_us(const launch_counts& launch, const chip& on) {
    const double of_a_sector = launch.global_atomic_passes / std::max(1.0, launch.atomic_sectors);
    return std::max(launch.global_atomic_passes / on.atomics, of_a_sector / on.same_sector) / per_microsecond;
}

/// Blocks that a multiprocessor holds at once wait side by side.
double barriers_us(const launch_counts& launch, const chip& on, double multiprocessors) {
    const double side_by_side = std::min(launch.blocks, multiprocessors * occupancy_of(launch, on).blocks);
    const double barrier_ns = on.barrier_ns + on.barrier_warp_ns * warps_of_block(launch);
    return launch.barriers / std::max(1.0, side_by_side) * barrier_ns / per_microsecond;
}

}  // namespace

limit bounds::largest() const { return static_cast<limit>(std::ranges::max_element(each) - each.begin()); }

bounds bounds_of(const launch_counts& launch, const chip& on, bool follows) {
    const double multiprocessors = std::clamp(launch.blocks, 1.0, on.multiprocessors);
    const double cycles = multiprocessors * on.clock_ghz * per_microsecond;
    bounds made;
    const auto time = [&made](limit which) -> double& { return made.each[static_cast<std::size_t>(which)]; };
    time(limit::dram) = dram_us(launch, on, follows);
    time(limit::l2) = (launch.l2_load_sectors + launch.store_sectors) / (on.l2_sectors * per_microsecond);
    time(limit::l1) = launch.load_sectors / (on.l1_sectors * cycles);
    time(limit::shared_memory) = (launch.shared_wavefronts + launch.shared_atomic_passes) / (on.wavefronts * cycles);
    time(limit::issue) = launch.instructions / (on.instructions * cycles);
    time(limit::atomics) = atomics_us(launch, on);
    time(limit::barriers) = barriers_us(launch, on, multiprocessors);
    const double launch_us = follows ? on.next_launch_us : on.launch_us;
    made.microseconds = launch_us + made.of(made.largest());
    time(limit::launches) = launch_us;
    return made;
}

void add_arithmetic(bounds& made, double products, bool are_half, const chip& on) {
    const double in_a_cycle = on.multiprocessors * (are_half ? on.half_products : on.products);
    double& time = made.each[static_cast<std::size_t>(limit::arithmetic)];
    time = products / (in_a_cycle * on.clock_ghz * per_microsecond);
    made.microseconds = std::max(made.microseconds, made.of(limit::launches) + time);
}

bounds bounds_of(std::span<const launch_counts> launches, const chip& on) {
    bounds sum;
    for (const launch_counts& launch : launches) {
        const bounds more = bounds_of(launch, on, &launch != launches.data());
        for (std::size_t index = 0; index < sum.each.size(); ++index) sum.each[index] += more.each[index];
        sum.microseconds += more.microseconds;
    }
    return sum;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
