// The words that explain ladders, for readers who do not know them yet.
#pragma once

#include <string_view>

namespace strider::lab {

struct explained_word {
    std::string_view word, meaning;
    bool counts = false;  ///< what counters count: `explain` begins with these
};

inline constexpr explained_word words[] = {
    {"rung", "a kernel that changes one thing in an earlier rung"},
    {"emulator", "Strider's emulator, which runs the same kernels on a CPU and counts what they do"},
    {"request", "a load, store or atomic of a warp", true},
    {"per request", "the mean over loads, or over stores if that is higher", true},
    {"sector", "32 bytes of global memory", true},
    {"wavefront",
     "a pass over shared memory, which serves one word in each of 32 banks; excess: passes that conflicts add", true},
    {"step", "a piece of code without a jump", true},
    {"threads per step or instruction", "how many of the 32 lanes of a warp take part", true},
    {"instruction issue", "the start of machine instructions: at most 4 per cycle on each multiprocessor", true},
    {"occupancy", "how many warps a multiprocessor holds, of the most that it can hold", true},
    {"gain", "the speedup per element over the rung that a rung changes"},
    {"roof", "the measured rate of the memory for such data; no kernel that moves the data can be faster"},
    {"bound", "the least time that the work needs at the measured rates of the chip: docs/bounds.md"},
    {"cold", "timed with caches that do not hold the data; hot: timed right after the same launch"},
    {"in flight",
     "asked for, but not there yet, counted up to the next branch; many loads in flight hide the time until memory "
     "answers",
     true},
    {"atomic max contention", "the most lanes of a warp that update one address at a time", true},
    {"look-back", "a block reads what the blocks before it have written, so that one launch is enough"},
    {"chunk, canonical order", "a fixed order of additions, so that every device gives the same bits"},
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
