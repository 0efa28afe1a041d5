// The interface between running and observing: the run calls hooks of an observer, which do nothing unless overridden,
// and knows nothing else about it. A worker without an observer (speed run) pays one test for each hook.
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
struct warpgroup_product;

/// access_update: a store that reads the old value, as most atomics do. access_unaligned: the compiler knows that the
/// address may be unaligned. access_block_scope: atomic only to lanes of the same block.
enum access_kind : unsigned {
    access_load = 0,
    access_store = 1,
    access_volatile = 2,
    access_atomic = 4,
    access_update = 8,
    access_unaligned = 16,
    access_block_scope = 32,
    access_swap = 64,        ///< an update that reads the old value only if its result is used
    access_async = 128,      ///< by a bulk copy or a wgmma, through the asynchronous proxy
    access_copy = 256,       ///< by an asynchronous copy, through the plain proxy
    access_compare = 512,    ///< an update that compares the old value with one that the caller expects
    access_by_words = 1024,  ///< by memcpy() or its kin: counted as accesses of four bytes
    access_tensor = 2048,    ///< by a part of a tensor's box
};

/// A value that a lane gets from an absent thread of its shuffle, or that depends on such a value.
struct undefined_value {
    const void* pc = nullptr;
    unsigned mask = 0, source = 0;        ///< source: the thread in the block
    bool absent = false;                  ///< the source is absent
    std::uint64_t own = 0, received = 0;  ///< the lane's own value, and the one that it got
};

struct memory_access {
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
    unsigned how = access_load;  ///< a set of access_kind
    const void* pc = nullptr;

    bool has(access_kind what) const { return (how & what) != 0; }
};

/// Unless stated otherwise, the acting lane calls a hook before the action takes effect.
class observer {
public:
    observer() = default;
    observer(const observer&) = delete;
    observer& operator=(const observer&) = delete;
    virtual ~observer() = default;

    /// The worker begins to run blocks of its launch; it has run its last block.
    virtual void begin_launch(worker&) {}
    virtual void end_launch(worker&) {}
    /// Whether this launch needs step(), enter() and leave() for every basic block and call. Otherwise step() is called
    /// only now and then.
    virtual bool follows_steps() const { return false; }

    virtual void begin_block(worker&) {}
    /// A block of a cluster has ended; other blocks may still access its memory.
    virtual void end_block(worker&) {}

    /// Completes the lane's last access, before the lane does anything else.
    virtual void settle(worker&) {}
    virtual void step(worker&, const void* /*pc*/) {}
    virtual void enter(worker&, const void* /*caller*/) {}
    virtual void leave(worker&, const void* /*pc*/) {}
    /// Does not return for a bad access.
    virtual void access(worker&, const memory_access&) {}
    virtual void atomic(worker&, const memory_access&, order, scope) {}
    virtual void fence(worker&, scope, order) {}
    virtual void proxy_fence(worker&) {}
    /// The lane of a dependent launch has waited for the launch's primaries.
    virtual void primaries_ended(worker&) {}
    /// `data`: the compiler's argument to its bounds handler.
    virtual void bad_index(worker&, const void* /*data*/, std::uintptr_t /*index*/, const void* /*pc*/) {}
    /// The address is not a multiple of the size; a GPU requires that for vectors, atomics and members of structures.
    virtual void misaligned(worker&, const memory_access&) {}
    /// The access to an element of this type is beyond the variable that its pointer came from. If `type` is null, the
    /// function that ends here has written beyond some array.
    virtual void overrun(worker&, const memory_access&, const char* /*type*/) {}
    /// The program uses the result of the lane's last access_swap.
    virtual void use_swapped(worker&) {}
    /// The lane has called the kernel's operator: see work.hpp.
    virtual void operation(worker&) {}

    /// The lane has arrived at a barrier of the block, or at another collective.
    virtual void arrival(worker&, const void* /*pc*/, bool /*of_block*/) {}
    /// The lane has arrived where not all lanes of the block, or the warp, will meet.
    virtual void partial_meeting(worker&) {}
    /// The lane has arrived at the barrier and goes on.
    virtual void named_barrier_arrival(worker&, const named_barrier_state&) {}
    /// All participants have arrived, and none has left yet.
    virtual void block_barrier(worker&) {}
    virtual void named_barrier(worker&, const named_barrier_state&) {}
    virtual void collective(worker&, unsigned /*warp*/, const open_collective&) {}
    /// The block continues after the grid barrier.
    virtual void left_grid_barrier(worker&) {}
    virtual void missing_source(worker&, const undefined_value&) {}

    /// No lane of the warp can run now.
    virtual void quiet_warp(worker&, unsigned /*warp*/) {}
    /// A warp in lock step is between two basic blocks.
    virtual void between_steps(worker&, unsigned /*warp*/) {}

    /// The lane has arrived at the cluster's barrier and goes on; all lanes have arrived; the lane has waited.
    virtual void cluster_arrival(worker&, bool /*releases*/) {}
    virtual void cluster_barrier(worker&) {}
    virtual void cluster_wait(worker&) {}

    /// The copy is done: it has stored its bytes at `to`, an address of the current block.
    virtual void begin_copy(worker&, const pending_copy&) {}
    virtual void misaligned_copy(worker&, const pending_copy&) {}
    virtual void end_copy(worker&, const pending_copy&, const void* /*to*/) {}
    /// The block ends while copies are pending that no lane has waited for.
    virtual void unread_copies(worker&) {}
    virtual void end_phase(worker&, const ended_phase&) {}

    /// The lane begins its nth product of a warpgroup; it orders its registers before later products.
    virtual void begin_product(worker&, const warpgroup_product&, std::uint64_t /*n*/, const void* /*pc*/) {}
    virtual void fence_registers(worker&) {}
    /// The lane commits the group for its warp; it has waited for so many groups, with so many products.
    virtual void commit_products(worker&, unsigned /*warpgroup*/, std::uint64_t /*group*/) {}
    virtual void end_products(worker&, unsigned /*warpgroup*/, std::uint64_t /*groups*/, std::uint64_t /*products*/) {}
};

/// The observer of a launch.
class launch_observer {
public:
    launch_observer() = default;
    launch_observer(const launch_observer&) = delete;
    launch_observer& operator=(const launch_observer&) = delete;
    virtual ~launch_observer() = default;

    /// The observer for blocks of this worker; null if they are not observed.
    virtual observer* join(worker&) = 0;
    /// All blocks have arrived at the grid barrier, and none has left yet.
    virtual void grid_barrier() = 0;
    /// All workers are done.
    virtual void end() = 0;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
