// Where a call runs: the first argument of every call of the library.
#pragma once

namespace strider {

/// One thread of the host and textbook loops: the oracle that every other backend is compared with.
struct serial {};

/// All cores of the host (oneTBB), or as many as the caller's `tbb::task_arena` allows.
struct cpu {};

}  // namespace strider
