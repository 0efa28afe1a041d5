// What a session gathers while launches run.
#pragma once

#include <mutex>
#include <tuple>
#include <unordered_map>

#include "recorder.hpp"
#include "run/findings.hpp"
#include "shadow.hpp"

namespace simt {

struct session::state {
    options how;
    session* outer = nullptr;  ///< the session of this thread that was alive before

    global_shadow shadow;

    bool lanes_lost = false;  ///< in an earlier launch, by findings: what they should have written is missing

    std::mutex mutex;
    std::map<const void*, counters> per_kernel;

    // Of a session that keeps details.
    struct launched {
        const void* kernel;
        dim3 grid, block;
        std::size_t shared_bytes;
        counters seen;
    };
    std::vector<launched> launches;
    std::map<std::pair<const void*, std::uint32_t>, counters> places;  ///< by kernel and program counter
    std::vector<std::pair<const void*, recorded_request>> requests;

    using place_key = std::tuple<const void*, finding_kind, const void*, const void*>;  // the kernel comes first
    std::map<place_key, std::uint64_t> occurrences;
    std::vector<std::pair<place_key, raw_finding>> found;

    simt::report made;
};

/// The state of the youngest session of this thread, or null.
session::state* current_session();

}  // namespace simt
