// What the model knows of a GPU: its roofs, which were measured, and constants that were fitted to recorded times.
#pragma once

#include <string_view>
#include <utility>

namespace strider::lab::model {

/// Rates of whole chips are a microsecond's: 1 GB/s is 1,000 bytes, 1 G/s is 1,000.
struct roofs {
    std::string_view chip;
    double multiprocessors;
    double clock_ghz;
    double threads;       ///< of a multiprocessor, at most
    double blocks;        ///< the same
    double shared_bytes;  ///< the same
    double registers;     ///< the same, of 32 bits
    double l2_bytes;
    double read_gbps;        ///< of memory
    double write_gbps;       ///< of memory, in a mix of reads and writes
    double address_atomics;  ///< atomics on one address, G/s
    double atomic_spread;    ///< of that rate atomics on n sectors have n to this power,
    double random_atomics;   ///< and this at most
};

/// One NVIDIA H200, CUDA 13.0, driver 580, measured on 2026-11-20: reading 2^32 bytes; copying 4 GiB at 4,274 GB/s, of
/// which the reads take their time at the first rate; atomics of all threads on one address, at random ones, and on 256
/// counters of 8 bytes, 7.2 G/s, where a warp's 32 touch 25 of the 64 sectors. The rest is its datasheet's.
inline constexpr roofs h200{
    .chip = "H200",
    .multiprocessors = 132,
    .clock_ghz = 1.98,
    .threads = 2048,
    .blocks = 32,
    .shared_bytes = 228 * 1024,
    .registers = 64 * 1024,
    .l2_bytes = 60 * 1024 * 1024,
    .read_gbps = 4600,
    .write_gbps = 3990,
    .address_atomics = 1.4,
    .atomic_spread = 0.3375,
    .random_atomics = 36,
};

/// Fitted by tools/fit_model.cpp, whose results are results/model.jsonl: the values here are where it starts, and what
/// it stays near where the times say nothing. They follow from measured roofs or from what is published of the chip.
struct constants {
    double launch_us = 2.2;         ///< a launch, from the event before it to the one behind it
    double memory_us = 0.5;         ///< until a load comes back from memory
    double block_us = 0.2;          ///< to start a block and to let it end
    double warp_ns = 10;            ///< the same, for each of its warps
    double instruction_ns = 3;      ///< from an instruction of a warp to the one that needs its result
    double barrier_ns = 20;         ///< a barrier of a block, beyond that
    double own_registers = 20;      ///< of a thread, beside those that loads under way will fill
    double issue_share = 0.82;      ///< of issue slots that can be used
    double wavefront_cycles = 1;    ///< a wavefront of shared memory
    double atomic_cycles = 1;       ///< a pass of an atomic on shared memory
    double l1_sector_cycles = 0.5;  ///< a sector that a load asks for
    double l2_sectors = 170;        ///< G/s, from L2, or stored whole
    double l2_stores = 60;          ///< G/s, sectors of L2 that are stored once more, a part each time
    double far_bytes = 130;         ///< of memory's time, for a sector that L2 has lost; to store it, twice
    double sharpness = 3;           ///< of the maximum: p of the p-norm of the limits
};

/// With the least and the most that their meaning allows.
struct constant_field {
    std::string_view name;
    double constants::* member;
    double least, most;
};

inline constexpr constant_field constant_fields[] = {
    {"launch_us", &constants::launch_us, 1, 5},
    {"memory_us", &constants::memory_us, 0.3, 1.5},
    {"block_us", &constants::block_us, 0.02, 1.5},
    {"warp_ns", &constants::warp_ns, 0.5, 40},
    {"instruction_ns", &constants::instruction_ns, 0.5, 20},
    {"barrier_ns", &constants::barrier_ns, 1, 500},
    {"own_registers", &constants::own_registers, 16, 28},
    {"issue_share", &constants::issue_share, 0.7, 0.95},
    {"wavefront_cycles", &constants::wavefront_cycles, 1, 2},
    {"atomic_cycles", &constants::atomic_cycles, 0.2, 10},
    {"l1_sector_cycles", &constants::l1_sector_cycles, 0.25, 2},
    {"l2_sectors", &constants::l2_sectors, 80, 250},
    {"l2_stores", &constants::l2_stores, 50, 100},
    {"far_bytes", &constants::far_bytes, 32, 300},
    {"sharpness", &constants::sharpness, 1.2, 12},
};

}  // namespace strider::lab::model
