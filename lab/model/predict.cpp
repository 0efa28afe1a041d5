#include <lab/model/predict.hpp>

#include <algorithm>
#include <cmath>

#include <lab/model/occupancy.hpp>

namespace strider::lab::model {
namespace {

constexpr double sector_bytes = 32;
constexpr double thousand = 1e3;           ///< a rate in G/s, per microsecond; microseconds in nanoseconds
constexpr double schedulers = 4;           ///< of a multiprocessor, each issues one instruction a cycle
constexpr double step_instructions = 4.4;  ///< where there is no machine code: the mean in results/sass.json

double busy_multiprocessors(const launch& one, const roofs& on) {
    return std::min(on.multiprocessors, std::max(one.blocks, 1.0));
}

/// Blocks that a multiprocessor has at once.
double resident_blocks(const launch& one, const roofs& on) {
    return std::min(occupancy_of(one, on).blocks, std::max(1.0, one.blocks / on.multiprocessors));
}

/// How often a multiprocessor takes up as many blocks as it has at once.
double waves(const launch& one, const roofs& on) {
    return one.blocks / (busy_multiprocessors(one, on) * resident_blocks(one, on));
}

/// Of the sectors that are asked for once more, those that L2 has lost. The counts know those that an eighth of the
/// grid or more came between; as of random accesses, the farther back the fewer. L2 holds what a part of the grid asks
/// for.
double lost_sectors(double sectors, double first, double far, double part_in_l2, const roofs& on) {
    const double again = sectors - first;
    if (again <= 0 || far <= 0 || first * sector_bytes <= on.l2_bytes) return 0;
    constexpr double far_part = 1.0 / 8;
    return again * std::pow(std::min(1.0, far / again), std::min(1.0, part_in_l2 / far_part));
}

double memory_us(const launch& one, const roofs& on, const constants& with) {
    const double changed = one.first_store_sectors + one.atomic_sectors;
    const double changes = one.store_sectors + one.global_atomic_passes;
    const double part_in_l2 = on.l2_bytes / (sector_bytes * std::max(1.0, one.l2_load_sectors + changes));
    const double loads =
        lost_sectors(one.l2_load_sectors, one.first_load_sectors, one.far_load_sectors, part_in_l2, on);
    const double stores = lost_sectors(changes, changed, one.far_store_sectors, part_in_l2, on);
    // What is changed in part is read before, as by atomics.
    const double read =
        (one.first_load_sectors + one.atomic_sectors) * sector_bytes + (loads + stores) * with.far_bytes;
    const double written = changed * sector_bytes + stores * with.far_bytes;
    return read / (on.read_gbps * thousand) + written / (on.write_gbps * thousand);
}

double l2_us(const launch& one, const constants& with) {
    const double once_more = std::max(0.0, one.store_sectors - one.first_store_sectors);
    return (one.l2_load_sectors + one.first_store_sectors) / (with.l2_sectors * thousand) +
           once_more / (with.l2_stores * thousand);
}

double instructions_of_block(const launch& one) {
    const double all = one.instructions != 0 ? one.instructions : one.warp_steps * step_instructions;
    return all / std::max(1.0, one.blocks);
}

/// Until a multiprocessor has issued what a block has to.
double block_issue_us(const launch& one, const roofs& on, const constants& with) {
    return instructions_of_block(one) / (schedulers * on.clock_ghz * thousand * with.issue_share);
}

/// Loads that a warp waits for one after the other. More of them are under way together than the counts know where
/// there are registers for their values: nvcc unrolls loops.
double waits_of_warp(const launch& one, const constants& with) {
    const double batches = one.load_batches / std::max(1.0, one.blocks * warps_of_block(one));
    if (batches == 0) return 0;
    constexpr double word_sectors = 4;  // of a warp whose lanes load a register each
    const double words = std::clamp(one.load_sectors / (std::max(1.0, one.load_requests) * word_sectors), 1.0, 4.0);
    const double together = one.registers == 0 ? 1 : std::max(1.0, (one.registers - with.own_registers) / words);
    return std::max(std::min(1.0, batches), batches / together);
}

/// What a block takes alone, beyond its barriers and its own issue slots: it starts warp by warp, and each of them does
/// its loads and instructions one after the other.
double latency_us(const launch& one, const roofs& on, const constants& with) {
    const double missed = one.load_sectors == 0 ? 0 : std::min(1.0, one.l2_load_sectors / one.load_sectors);
    const double chained = instructions_of_block(one) / warps_of_block(one) * with.instruction_ns / thousand;
    return with.block_us + warps_of_block(one) * with.warp_ns / thousand +
           waits_of_warp(one, with) * missed * with.memory_us + std::max(0.0, chained - block_issue_us(one, on, with));
}

double barriers_us(const launch& one, const constants& with) {
    return one.barriers / std::max(1.0, one.blocks) * with.barrier_ns / thousand;
}

double atomics_us(const launch& one, const roofs& on) {
    // Blocks with a word each hand their results on: most of what they do is to poll, and how often says nothing. (The
    // counts of scans and selections are from when atomic loads were atomics.)
    const bool hands_on = one.atomic_sectors >= one.blocks / 8 && one.atomic_sectors <= 2 * one.blocks &&
                          one.global_atomic_passes < 4096 * one.blocks;
    if (one.global_atomic_passes == 0 || hands_on) return 0;
    const double spread = on.address_atomics * std::pow(std::max(one.atomic_sectors, 1.0), on.atomic_spread);
    return one.global_atomic_passes / (std::min(spread, on.random_atomics) * thousand);
}

/// Blocks of a multiprocessor take turns: while one waits, the others issue. One alone does one after the other.
double multiprocessor_us(double issue, double waiting, double blocks, double sharpness) {
    const double own = issue / blocks;
    return own + std::pow(std::pow(issue - own, sharpness) + std::pow(waiting, sharpness), 1 / sharpness);
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

prediction predict(const launch& one, const roofs& on, const constants& with) {
    // Cycles of all multiprocessors that take part, in a microsecond.
    const double cycles = busy_multiprocessors(one, on) * on.clock_ghz * thousand;
    prediction made;
    const auto bound = [&made](limit which) -> double& { return made.bounds[static_cast<std::size_t>(which)]; };
    bound(limit::memory) = memory_us(one, on, with);
    bound(limit::l2) = l2_us(one, with);
    bound(limit::l1) = one.load_sectors * with.l1_sector_cycles / cycles;
    bound(limit::shared_memory) =
        (one.shared_wavefronts * with.wavefront_cycles + one.shared_atomic_passes * with.atomic_cycles) / cycles;
    bound(limit::issue) = waves(one, on) * resident_blocks(one, on) * block_issue_us(one, on, with);
    bound(limit::latency) = waves(one, on) * latency_us(one, on, with);
    bound(limit::barriers) = waves(one, on) * barriers_us(one, with);
    bound(limit::atomics) = atomics_us(one, on);
    bound(limit::launches) = with.launch_us;
    const double parts[] = {
        bound(limit::memory),
        bound(limit::l2),
        bound(limit::l1) + bound(limit::shared_memory),  // one path
        multiprocessor_us(bound(limit::issue), bound(limit::latency) + bound(limit::barriers), resident_blocks(one, on),
                          with.sharpness),
        bound(limit::atomics),
    };
    double sum = 0;
    for (const double each : parts) sum += std::pow(each, with.sharpness);
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
