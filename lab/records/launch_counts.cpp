#include <lab/records/launch_counts.hpp>

#include <strider/emulator/session.hpp>

namespace strider::lab {
namespace {

double product(const std::array<unsigned, 3>& extents) { return 1.0 * extents[0] * extents[1] * extents[2]; }

}  // namespace

launch_counts counts_of(const emulation::launch_counters& seen) {
    const emulation::counters& c = seen.seen;
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    launch_counts out;
    out.kernel = seen.kernel;
    out.blocks = product(seen.grid);
    out.block_threads = product(seen.block);
    out.shared_bytes = count(seen.shared_bytes);
    out.shared_wavefronts = count(c.shared_load_wavefronts + c.shared_store_wavefronts + c.shared_copy_wavefronts);
    out.shared_atomic_passes = count(c.shared_atomic_passes);
    out.load_batches = count(c.load_batches);
    out.load_sectors = count(c.global_load_sectors);
    out.l2_load_sectors = count(c.l2_load_sectors);
    out.first_load_sectors = count(c.first_load_sectors);
    out.store_sectors = count(c.global_store_sectors);
    out.first_store_sectors = count(c.first_store_sectors);
    out.atomic_sectors = count(c.atomic_sectors);
    out.global_atomic_passes = count(c.global_atomic_passes);
    out.barriers = count(c.barriers);
    return out;
}

std::vector<launch_counts> launches_of_report(const record& kernel) {
    std::vector<launch_counts> made;
    for (const record& line : kernel.value("launch_counts", record::array())) {
        emulation::launch_counters launch{text_at(kernel, "kernel"), {}, line.at("grid"), line.at("block"),
                                          line.at("shared_bytes"),   {}};
        for (const auto& [name, member, how] : emulation::counter_fields) {
            launch.seen.*member = line.at("counters").value(std::string(name), std::uint64_t{0});
        }
        made.insert(made.end(), line.at("times").get<std::size_t>(), counts_of(launch));
    }
    return made;
}

record to_record(const launch_counts& launch) {
    record out{{"kernel", launch.kernel}};
    for (const auto& [name, member] : launch_fields) {
        if (launch.*member != 0) out[std::string(name)] = count_or_ratio(launch.*member);
    }
    return out;
}

launch_counts launch_counts_of(const record& row) {
    launch_counts out;
    out.kernel = row.value("kernel", "");
    for (const auto& [name, member] : launch_fields) out.*member = row.value(std::string(name), 0.0);
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
