// An analysis is an observer that also learns which memory an access uses. It overrides the hooks that it needs, and
// analyses.hpp lists it.
#pragma once

#include <span>

#include "address.hpp"
#include "recorder.hpp"
#include "run/observer.hpp"
#include "run/worker.hpp"
#include "traffic.hpp"

namespace strider::emulation {

/// A valid access of shared or global memory.
struct touched_memory : memory_access {
    located at;
    /// Set by an analysis that needs the next read of the same bytes. Without it such a read is an
    /// on_repeated_access(), until lanes are ordered or the bytes are written.
    bool read_again = false;
    const pending_copy* copy = nullptr;  ///< the copy whose store this is, or null

    bool writes() const { return has(access_store); }
    bool reads() const { return !writes() || has(access_update); }
    bool shared() const { return at.space == memory_space::shared; }
};

/// One memory access of a warp by lanes that make it together; only in launches that are counted.
struct warp_access {
    event_kind kind{};
    std::uint32_t pc = 0;  ///< offset in the module
    unsigned bytes = 0;    ///< bytes of each lane
    unsigned cost = 0;     ///< see warp_request
    std::span<const lane_address> lanes;
};

class analysis : public observer {
public:
    /// Every access calls exactly one of these four hooks.
    virtual void on_access(worker&, touched_memory&) {}
    virtual void on_repeated_access(worker&, const memory_access&) {}
    virtual void on_local_access(worker&, const memory_access&) {}
    /// The access hits no memory, or writes memory that kernels may only read. The lane ends.
    virtual void on_out_of_bounds(worker&, const memory_access&) {}

    /// The two ends of an asynchronous copy's store: done, and about to begin.
    virtual void copied(worker&, touched_memory&) {}
    virtual void begin_copy_to(worker&, const located&, const pending_copy&) {}

    /// Whether request() is called in this launch.
    virtual bool hears_requests(const worker&) const { return false; }
    virtual void request(worker&, const warp_access&) {}
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
