// The seam between running and looking: the run tells an observer what happens, by hooks that do nothing unless they
// are overridden, and knows no more of it. A worker without an observer (speed run) pays one test for each hook.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/emulator/lane.hpp>

namespace strider::emulation {

struct worker;
struct pending_copy;
struct named_barrier_state;
struct open_collective;
struct ended_phase;

/// access_update: a store that reads what it replaces, as most atomics do. access_unaligned: the compiler knows that
/// the address may be any. access_block_scope: atomic only to lanes of the same block.
enum access_kind : unsigned {
    access_load = 0,
    access_store = 1,
    access_volatile = 2,
    access_atomic = 4,
    access_update = 8,
    access_unaligned = 16,
    access_block_scope = 32,
    access_swap = 64,        ///< an update whose result may not be used: reads what it replaces only if it is
    access_async = 128,      ///< a bulk copy's, by the asynchronous proxy
    access_copy = 256,       ///< an asynchronous copy's, by the plain proxy
    access_compare = 512,    ///< an update that compares what it replaces with what the caller believes is there
    access_by_words = 1024,  ///< of memcpy() or one of its kin: counted as accesses of four bytes
};

/// What a lane gets of a thread that does not take part in its shuffle, or brings what it has of such a one.
struct undefined_value {
    const void* pc = nullptr;
    unsigned mask = 0, source = 0;        ///< the thread in the block
    bool absent = false;                  ///< it does not take part
    std::uint64_t own = 0, received = 0;  ///< what the lane brought, and got
};

struct memory_access {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    unsigned how = access_load;  ///< of access_kind
    const void* pc = nullptr;

    bool has(access_kind what) const { return (how & what) != 0; }
};

/// Hooks are called by the lane that does something, before it is done, but where they say otherwise.
class observer {
public:
    observer() = default;
    observer(const observer&) = delete;
    observer& operator=(const observer&) = delete;
    virtual ~observer() = default;

    /// The worker runs blocks of its launch from now on, and has run all that it will.
    virtual void begin_launch(worker&) {}
    virtual void end_launch(worker&) {}
    /// Whether step(), enter() and leave() are called for every basic block and call of this launch. Else step() is
    /// called once in a while.
    virtual bool follows_steps() const { return false; }

    virtual void begin_block(worker&) {}
    /// The block of a cluster has ended; the others may reach its memory still.
    virtual void end_block(worker&) {}

    /// Ends what the lane has begun by its last access, before it does anything else.
    virtual void settle(worker&) {}
    virtual void step(worker&, const void* /*pc*/) {}
    virtual void enter(worker&, const void* /*caller*/) {}
    virtual void leave(worker&, const void* /*pc*/) {}
    /// A bad access does not return.
    virtual void access(worker&, const memory_access&) {}
    virtual void atomic(worker&, const memory_access&, order, scope) {}
    virtual void fence(worker&, scope, order) {}
    virtual void proxy_fence(worker&) {}
    /// `data` is what the compiler tells its bounds handler.
    virtual void bad_index(worker&, const void* /*data*/, std::uintptr_t /*index*/, const void* /*pc*/) {}
    /// The address is not a multiple of the size, as a GPU needs it for vectors, atomics and the members of structures.
    virtual void misaligned(worker&, const memory_access&) {}
    /// An element of this type lies behind the end of the variable that the pointer was made of. Null: the function
    /// that ends here has written behind the end of some array.
    virtual void overrun(worker&, const memory_access&, const char* /*type*/) {}
    /// The result of the lane's last access_swap is used.
    virtual void use_swapped(worker&) {}
    /// The lane has called the kernel's operator: see work.hpp.
    virtual void operation(worker&) {}

    /// The lane has come to a barrier of the block, or to another collective.
    virtual void arrival(worker&, const void* /*pc*/, bool /*of_block*/) {}
    /// Not all lanes of the block, or the warp, will meet where the lane has come to.
    virtual void partial_meeting(worker&) {}
    /// The lane has counted at the barrier and goes on.
    virtual void named_barrier_arrival(worker&, const named_barrier_state&) {}
    /// All participants have come, and nobody has left yet.
    virtual void block_barrier(worker&) {}
    virtual void named_barrier(worker&, const named_barrier_state&) {}
    virtual void collective(worker&, unsigned /*warp*/, const open_collective&) {}
    /// The block goes on behind the grid barrier.
    virtual void left_grid_barrier(worker&) {}
    virtual void missing_source(worker&, const undefined_value&) {}

    /// No lane of the warp can run now.
    virtual void quiet_warp(worker&, unsigned /*warp*/) {}
    /// The lanes of a warp in lock step are between two steps.
    virtual void between_steps(worker&, unsigned /*warp*/) {}

    /// The lane has arrived at the cluster's barrier and goes on; all have arrived; the lane has waited.
    virtual void cluster_arrival(worker&, bool /*releases*/) {}
    virtual void cluster_barrier(worker&) {}
    virtual void cluster_wait(worker&) {}

    /// The copy is done: it has stored what it brings at `to`, as the current block sees it.
    virtual void begin_copy(worker&, const pending_copy&) {}
    virtual void misaligned_copy(worker&, const pending_copy&) {}
    virtual void end_copy(worker&, const pending_copy&, const void* /*to*/) {}
    /// The block ends, with copies that nobody has waited for.
    virtual void unread_copies(worker&) {}
    virtual void end_phase(worker&, const ended_phase&) {}
};

/// What looks at a launch.
class launch_observer {
public:
    launch_observer() = default;
    launch_observer(const launch_observer&) = delete;
    launch_observer& operator=(const launch_observer&) = delete;
    virtual ~launch_observer() = default;

    /// Who looks at the blocks of this worker; null where nobody does.
    virtual observer* join(worker&) = 0;
    /// All blocks have come to the grid barrier, and none has gone on yet.
    virtual void grid_barrier() = 0;
    /// All workers are done.
    virtual void end() = 0;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
