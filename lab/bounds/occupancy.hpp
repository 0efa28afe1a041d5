// How many warps of a kernel a multiprocessor holds at once, and what keeps it from holding more.
#pragma once

#include <string>
#include <string_view>

#include <lab/base/record.hpp>
#include <lab/bounds/chip.hpp>
#include <lab/records/launch_counts.hpp>

namespace strider::lab {

inline constexpr double warp_threads = 32;

/// A multiprocessor that holds as many blocks as fit.
struct occupancy {
    double blocks = 0;
    double warps = 0;
    std::string_view by;  ///< "threads", "blocks", "shared memory" or "registers", whichever runs out first
};

double warps_of_block(const launch_counts& launch);

/// A launch whose registers are not known is held back by the others alone.
occupancy occupancy_of(const launch_counts& launch, const chip& on);

/// One record for each kernel of a rung that was counted with details, on an H200: {"kernel", "warps", "most_warps",
/// "by"}, the "registers" of a thread where they are known ("estimated": true where another type's are taken), and the
/// "shared_bytes" of a block. If a kernel is launched several times, its largest grid counts.
record occupancy_records(const record& counted);

/// "occupancy of scan_tiles: 40 of 64 warps (registers)"
std::string occupancy_line(const record& kernel);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
