// The state of a session, filled while launches run.
#pragma once

#include "recorder.hpp"
#include "run/findings.hpp"
#include "shadow.hpp"
#include "stream_history.hpp"

namespace strider::emulation {

struct session::state final : launch_owner {
    std::unique_ptr<launch_observer> observe(launch_state& launch) override;

    session* outer = nullptr;  ///< the session of this thread that this one hides

    global_shadow shadow;
    stream_history streams;

    bool lanes_lost = false;  ///< findings ended lanes of an earlier launch, so their stores are missing

    std::map<const void*, counters> per_kernel;

    // Only in sessions that keep details:
    struct launched {
        const void* kernel;
        dim3 grid, block;
        std::size_t shared_bytes;
        counters seen;
    };
    std::vector<launched> launches;
    std::map<std::pair<const void*, std::uint32_t>, counters> places;  ///< by kernel and program counter
    std::vector<std::pair<const void*, recorded_request>> requests;

    emulation::report made;
};

/// The state of the youngest session of this thread, or null.
session::state* current_session();

/// The session of a launch that is observed.
inline session::state& session_of(const launch_state& launch) { return static_cast<session::state&>(*launch.owner); }

/// The findings of a session with files and lines; repetitions of one line are merged.
std::vector<finding> worded(const session::state& session);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
