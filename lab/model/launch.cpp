#include <lab/model/launch.hpp>

#include <strider/simt/session.hpp>

namespace strider::lab::model {
namespace {

double product(const std::array<unsigned, 3>& extents) { return 1.0 * extents[0] * extents[1] * extents[2]; }

}  // namespace

launch counted_launch(const simt::launch_counters& seen) {
    const simt::counters& c = seen.seen;
    const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
    return {.kernel = seen.kernel,
            .blocks = product(seen.grid),
            .block_threads = product(seen.block),
            .shared_bytes = count(seen.shared_bytes),
            .static_shared_bytes = 0,
            .registers = 0,
            .instructions = 0,
            .warp_steps = count(c.warp_steps),
            .shared_wavefronts = count(c.shared_load_wavefronts + c.shared_store_wavefronts + c.shared_copy_wavefronts),
            .load_requests = count(c.global_load_requests),
            .load_batches = count(c.load_batches),
            .load_sectors = count(c.global_load_sectors),
            .l2_load_sectors = count(c.l2_load_sectors),
            .first_load_sectors = count(c.first_load_sectors),
            .far_load_sectors = count(c.far_load_sectors),
            .store_sectors = count(c.global_store_sectors),
            .first_store_sectors = count(c.first_store_sectors),
            .far_store_sectors = count(c.far_store_sectors),
            .barriers = count(c.barriers),
            .shared_atomic_passes = count(c.shared_atomic_passes),
            .global_atomic_passes = count(c.global_atomic_passes),
            .atomic_sectors = count(c.atomic_sectors)};
}

std::vector<launch> launches_of_report(const record& kernel) {
    std::vector<launch> made;
    for (const record& line : kernel.value("launch_counts", record::array())) {
        simt::launch_counters one{text_at(kernel, "kernel"), {}, line.at("grid"), line.at("block"),
                                  line.at("shared_bytes"),   {}};
        for (const auto& [name, field] : simt::counter_fields) {
            one.seen.*field = line.at("counters").value(std::string(name), std::uint64_t{0});
        }
        made.insert(made.end(), line.at("times").get<std::size_t>(), counted_launch(one));
    }
    return made;
}

record to_record(const launch& one) {
    record out{{"kernel", one.kernel}};
    for (const auto& [name, member] : launch_fields) {
        if (one.*member != 0) out[std::string(name)] = count_or_ratio(one.*member);
    }
    return out;
}

launch launch_of(const record& one) {
    launch out;
    out.kernel = one.value("kernel", "");
    for (const auto& [name, member] : launch_fields) out.*member = one.value(std::string(name), 0.0);
    return out;
}

}  // namespace strider::lab::model
