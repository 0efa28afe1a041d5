// The most that a GPU can do, as measured.
#pragma once

#include <string_view>

namespace strider::lab {

/// Rates of the whole chip are in G/s, those of a multiprocessor in each cycle.
struct chip {
    std::string_view name;
    double multiprocessors, clock_ghz;

    double threads, blocks, shared_bytes, registers;  ///< what a multiprocessor holds at once, registers of 32 bits

    double read_gbps, write_gbps, copy_gbps;  ///< DRAM; a copy's reads and writes both count
    double busy_bytes;                        ///< in flight on a multiprocessor, that keep DRAM busy
    double l2_bytes;
    double l2_dirty_bytes;  ///< written, and still in L2 when a kernel ends
    double l2_sectors;
    double l1_sectors;               ///< a cycle
    double wavefronts;               ///< a cycle, of shared memory
    double instructions;             ///< a cycle
    double products, half_products;  ///< with their sums, a cycle: of f32, and of f16 on tensor cores
    double atomics;                  ///< sectors that atomics update in L2, together
    double same_sector;              ///< atomics on one of them
    double barrier_ns, barrier_warp_ns;
    double launch_us;       ///< an empty one, between two events
    double next_launch_us;  ///< right behind another
};

/// One NVIDIA H200, CUDA 13.0. Measured on it: DRAM (reading and copying 4 GiB, and memset), the clock, atomics on
/// 65,536 random addresses, and empty kernels between events and in a graph. An H100 has the same multiprocessors.
/// Measured on one (results/roofs-gpu.txt), and rounded up here: 3.9 sectors of L1, 0.87 wavefronts and 3.9
/// instructions a cycle. Also measured there: barriers; atomics on one sector; 239 G sectors/s of L2. Copies of 64 MiB
/// and more take as if 15.5 MB were not written. The H100 has 50 of the 60 MiB of L2: the last two count 6/5 here.
/// Products are from NVIDIA's data sheet: 128 units of f32 and four tensor cores of 512 on a multiprocessor.
inline constexpr chip h200{
    .name = "H200",
    .multiprocessors = 132,
    .clock_ghz = 1.98,
    .threads = 2048,
    .blocks = 32,
    .shared_bytes = 228 * 1024,
    .registers = 64 * 1024,
    .read_gbps = 4650,
    .write_gbps = 4600,
    .copy_gbps = 4274,
    .busy_bytes = 48 * 1024,
    .l2_bytes = 60 * 1024 * 1024,
    .l2_dirty_bytes = 19e6,
    .l2_sectors = 287,
    .l1_sectors = 4,
    .wavefronts = 1,
    .instructions = 4,
    .products = 128,
    .half_products = 2048,
    .atomics = 91,
    .same_sector = 1.7,
    .barrier_ns = 6.4,
    .barrier_warp_ns = 1.01,
    .launch_us = 2.75,
    .next_launch_us = 0.55,
};

/// One NVIDIA H100 with 80 GB of HBM3: as an H200, but for L2 (results/roofs-gpu.txt) and DRAM, which is the fastest of
/// that and of the ladders: segmented-reduce reads 3175 GB/s, and softmax copies 3050.
inline constexpr chip h100 = [] {
    chip made = h200;
    made.name = "H100";
    made.read_gbps = 3175;
    made.write_gbps = 3214;
    made.copy_gbps = 3050;
    made.l2_bytes = 50 * 1024 * 1024;
    made.l2_dirty_bytes = 15.5e6;
    made.l2_sectors = 240;
    return made;
}();

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
