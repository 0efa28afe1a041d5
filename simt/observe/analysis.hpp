// What an analysis is: an observer that hears besides where the memory lies that is accessed. It overrides the hooks
// that it needs, and analyses.hpp lists it.
#pragma once

#include "address.hpp"
#include "run/observer.hpp"
#include "run/worker.hpp"

namespace simt {

/// A valid access of shared or global memory.
struct touched_memory : memory_access {
    located at;
    /// Some analysis wants to hear of the next read of the same bytes. Else such a read is a repeat(), until something
    /// orders lanes or the bytes are written.
    bool read_again = false;

    bool writes() const { return has(access_store); }
    bool reads() const { return !writes() || has(access_update); }
    bool shared() const { return at.space == memory_space::shared; }
};

class analysis : public observer {
public:
    /// Every access comes to one of these four.
    virtual void touch(worker&, touched_memory&) {}
    virtual void repeat(worker&, const memory_access&) {}
    virtual void touch_local(worker&, const memory_access&) {}
    /// Nowhere, or where kernels may only read. The lane ends.
    virtual void stray(worker&, const memory_access&) {}

    /// An address that is no multiple of the size, where it should be. The lane ends.
    virtual void misaligned(worker&, const memory_access&) {}
    /// What an asynchronous copy has stored, and begins to store.
    virtual void copied(worker&, touched_memory&) {}
    virtual void begin_copy_to(worker&, const located&, const pending_copy&) {}
};

}  // namespace simt
