// What an analysis is: an observer that hears besides where the memory lies that is accessed. It overrides the hooks
// that it needs, and analyses.hpp lists it.
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
    /// Some analysis wants to hear of the next read of the same bytes. Else such a read is a repeat(), until something
    /// orders lanes or the bytes are written.
    bool read_again = false;
    const pending_copy* copy = nullptr;  ///< that is done by this store

    bool writes() const { return has(access_store); }
    bool reads() const { return !writes() || has(access_update); }
    bool shared() const { return at.space == memory_space::shared; }
};

/// One access of a warp, by the lanes that make it together: where a launch is counted.
struct warp_access {
    event_kind kind{};
    std::uint32_t pc = 0;  ///< offset in the module
    unsigned bytes = 0;    ///< of a lane
    unsigned cost = 0;     ///< as warp_request has it
    std::span<const lane_address> lanes;
};

class analysis : public observer {
public:
    /// Every access comes to one of these four.
    virtual void touch(worker&, touched_memory&) {}
    virtual void repeat(worker&, const memory_access&) {}
    virtual void touch_local(worker&, const memory_access&) {}
    /// Nowhere, or where kernels may only read. The lane ends.
    virtual void stray(worker&, const memory_access&) {}

    /// What an asynchronous copy has stored, and begins to store.
    virtual void copied(worker&, touched_memory&) {}
    virtual void begin_copy_to(worker&, const located&, const pending_copy&) {}

    /// Whether request() is called in this launch.
    virtual bool hears_requests(const worker&) const { return false; }
    virtual void request(worker&, const warp_access&) {}
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
