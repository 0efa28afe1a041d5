// The loop over the cores that rungs 4 and 5 share. One for all types, operators and instruction sets: a call through a
// std::function is nothing beside a chunk, and oneTBB's loop is long to compile.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <cstdint>
#include <functional>

namespace strider::ladders::scan {

/// Calls `work(c)` for every c below `chunks`, each on a core; call after call, the same core takes the same c.
inline void for_every_chunk(std::uint64_t chunks, const std::function<void(std::uint64_t)>& work) {
    tbb::parallel_for(std::uint64_t{0}, chunks, work, tbb::static_partitioner{});
}

}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
