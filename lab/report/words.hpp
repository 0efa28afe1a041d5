// The words that ladders are explained with, for those who meet them here first.
#pragma once

#include <string_view>

namespace strider::lab {

struct explained_word {
    std::string_view word, meaning;
};

inline constexpr explained_word words[] = {
    {"rung", "a kernel that changes one thing of the rung that it follows"},
    {"executor", "Strider's SIMT executor, which runs the same kernels on a processor and counts what they do"},
    {"request", "a load or store of all lanes of a warp at once"},
    {"sector", "32 bytes of global memory: what is moved at least"},
    {"wavefront", "a pass over the 32 banks of shared memory; lanes that want different words of one bank take more"},
    {"threads, lanes at work", "of the 32 lanes of a warp, those that take part in an instruction or step"},
    {"step of a warp", "a piece of code without a jump, from its first instruction to its last"},
    {"step of a ladder", "how many times as fast a rung is as the one that it changes"},
    {"roof", "the rate at which the GPU's memory was measured to move such data: nothing that needs it is faster"},
    {"bound", "the least time that the work and the measured rates of the chip allow: docs/bounds.md"},
    {"cold", "timed with caches that do not hold the data; hot: right after the same launch"},
    {"in flight", "asked for and not there yet: what hides the time until memory answers"},
    {"look-back", "a block that reads what the blocks before it have written, so that one launch does"},
    {"chunk, canonical order", "a fixed order of additions, so that every device gives the same bits"},
};

}  // namespace strider::lab
