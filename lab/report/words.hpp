// The words that explain ladders, for readers who do not know them yet.
#pragma once

#include <string_view>

namespace strider::lab {

struct explained_word {
    std::string_view word, meaning;
};

inline constexpr explained_word words[] = {
    {"rung", "a kernel that changes one thing in an earlier rung"},
    {"executor", "Strider's SIMT executor, which runs the same kernels on a CPU and counts what they do"},
    {"request", "a load or store of all lanes of a warp at once"},
    {"sector", "32 bytes of global memory, the least that moves at a time"},
    {"wavefront", "a pass over the 32 banks of shared memory; lanes that want different words of one bank take more"},
    {"threads, lanes at work", "of the 32 lanes of a warp, those that take part in an instruction or step"},
    {"step of a warp", "a piece of code without a jump, from its first instruction to its last"},
    {"step of a ladder", "the speedup of a rung over the rung that it changes"},
    {"roof", "the measured rate of the memory for such data; no kernel that moves the data can be faster"},
    {"bound", "the least time that the work needs at the measured rates of the chip: docs/bounds.md"},
    {"cold", "timed with caches that do not hold the data; hot: timed right after the same launch"},
    {"in flight", "asked for, but not there yet; many loads in flight hide the time until memory answers"},
    {"look-back", "a block reads what the blocks before it have written, so that one launch is enough"},
    {"chunk, canonical order", "a fixed order of additions, so that every device gives the same bits"},
};

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
