#include <lab/model/predict.hpp>

#include <algorithm>
#include <cmath>

#include <lab/model/occupancy.hpp>

namespace strider::lab::model {
namespace {

constexpr double sector_bytes = 32;
constexpr double thousand = 1e3;  ///< a rate in G/s, per microsecond; microseconds in nanoseconds
constexpr double schedulers = 4;  ///< of a multiprocessor, each issues one instruction a cycle

double resident_blocks(const launch& one, const roofs& on) {
    return std::min(occupancy_of(one, on).blocks, std::max(1.0, one.blocks / on.multiprocessors));
}

/// Sectors that L2 has lost when they are asked for again: as many as do not fit.
double lost_share(double different_sectors, const roofs& on) {
    const double bytes = different_sectors * sector_bytes;
    return bytes <= on.l2_bytes ? 0 : 1 - on.l2_bytes / bytes;
}

double memory_us(const launch& one, const roofs& on, const constants& with) {
    const double read = one.first_load_sectors * sector_bytes +
                        one.far_load_sectors * lost_share(one.first_load_sectors, on) * with.far_load_bytes;
    const double changed = one.first_store_sectors + one.atomic_sectors;
    const double written =
        changed * sector_bytes + one.far_store_sectors * lost_share(changed, on) * with.far_store_bytes;
    // Atomics read what they change.
    return (read + one.atomic_sectors * sector_bytes) / (on.read_gbps * thousand) +
           written / (on.write_gbps * thousand);
}

double l2_us(const launch& one, const constants& with) {
    const double once_more = std::max(0.0, one.store_sectors - one.first_store_sectors);
    return (one.l2_load_sectors + one.first_store_sectors) / (with.l2_sectors * thousand) +
           once_more / (with.l2_stores * thousand);
}

double instructions(const launch& one, const constants& with) {
    const double accesses = one.shared_requests + one.load_requests + one.store_requests + one.shared_atomic_passes;
    return one.warp_steps * with.step_instructions + accesses * with.access_instructions +
           one.warp_syncs * with.sync_instructions + one.operations / warp_threads * with.operation_instructions;
}

/// Warps that a multiprocessor holds take turns: each does its loads and basic blocks one after the other.
double latency_us(const launch& one, const roofs& on, const constants& with) {
    const double missed = one.load_sectors == 0 ? 0 : std::min(1.0, one.l2_load_sectors / one.load_sectors);
    const double waited = one.blocks * warps_of_block(one) * with.block_us +
                          one.load_batches * missed * with.memory_us + one.warp_steps * with.step_ns / thousand;
    const double busy = std::min(on.multiprocessors, std::max(one.blocks, 1.0));
    return waited / (busy * resident_warps(one, on));
}

double barriers_us(const launch& one, const roofs& on, const constants& with) {
    const double busy = std::min(on.multiprocessors, std::max(one.blocks, 1.0));
    return one.barriers * with.barrier_ns / thousand / (busy * resident_blocks(one, on));
}

double atomics_us(const launch& one, const roofs& on, const constants& with) {
    if (one.global_atomic_passes == 0) return 0;
    const double spread = on.address_atomics * std::pow(std::max(one.atomic_sectors, 1.0), on.atomic_spread);
    return one.global_atomic_passes / (std::min(spread, with.atomic_rate) * thousand);
}

}  // namespace

limit prediction::limiter() const {
    return static_cast<limit>(std::max_element(bounds.begin(), bounds.end()) - bounds.begin());
}

prediction& prediction::operator+=(const prediction& more) {
    microseconds += more.microseconds;
    for (std::size_t at = 0; at < limits; ++at) bounds[at] += more.bounds[at];
    return *this;
}

double resident_warps(const launch& one, const roofs& on) { return resident_blocks(one, on) * warps_of_block(one); }

prediction predict(const launch& one, const roofs& on, const constants& with) {
    // Cycles of all multiprocessors that take part, in a microsecond.
    const double cycles = std::min(on.multiprocessors, std::max(one.blocks, 1.0)) * on.clock_ghz * thousand;
    prediction made;
    const auto bound = [&made](limit which) -> double& { return made.bounds[static_cast<std::size_t>(which)]; };
    bound(limit::memory) = memory_us(one, on, with);
    bound(limit::l2) = l2_us(one, with);
    bound(limit::l1) = one.load_sectors * with.l1_sector_cycles / cycles;
    bound(limit::shared_memory) =
        (one.shared_wavefronts * with.wavefront_cycles + one.shared_atomic_passes * with.atomic_cycles) / cycles;
    bound(limit::issue) = instructions(one, with) / (cycles * schedulers * with.issue_share);
    bound(limit::latency) = latency_us(one, on, with);
    bound(limit::barriers) = barriers_us(one, on, with);
    bound(limit::atomics) = atomics_us(one, on, with);
    double sum = 0;
    for (const double each : made.bounds) sum += std::pow(each, with.sharpness);
    bound(limit::launches) = with.launch_us;
    made.microseconds = with.launch_us + std::pow(sum, 1 / with.sharpness);
    return made;
}

prediction predict(std::span<const launch> launches, const roofs& on, const constants& with) {
    prediction all;
    for (const launch& one : launches) all += predict(one, on, with);
    return all;
}

record to_record(const constants& with) {
    record out = record::object();
    for (const constant_field& field : constant_fields) out[std::string(field.name)] = with.*field.member;
    return out;
}

constants constants_of(const record& from) {
    constants out;
    for (const constant_field& field : constant_fields) out.*field.member = from.at(std::string(field.name));
    return out;
}

record to_record(const prediction& made, const roofs& on) {
    return {{"chip", on.chip}, {"us", made.microseconds}, {"limiter", name(made.limiter())}};
}

}  // namespace strider::lab::model
