// Which memory of the GPU an address of the host stands for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace strider::emulation {

struct worker;
struct memory_entry;
struct array_extent;
struct raw_finding;

enum class memory_space : std::uint8_t { nowhere, local, parameter, constant, shared, global };

struct located {
    memory_space space = memory_space::nowhere;
    bool of_block = false;  ///< shared: the block's own memory, not the thread-local part
    bool writable = true;
    std::uintptr_t address = 0;
    std::size_t offset = 0;  ///< shared: from the beginning of its part
    const memory_entry* entry = nullptr;
    worker* of = nullptr;  ///< shared: the block of the cluster that it belongs to; null: the lane's own
    bool lasting = false;  ///< the entry was there when the launch began, so that it stays until the launch ends
};

/// A worker's shared memory: the module's thread-local variables; and the block's own memory, which has the static
/// arrays of translated programs first, then the dynamic part.
struct shared_layout {
    std::uintptr_t static_begin = 0, static_bytes = 0;
    std::uintptr_t block_begin = 0, block_bytes = 0;
    std::uintptr_t dynamic_offset = 0;
    const array_extent *static_extents = nullptr, *block_extents = nullptr;
};

/// To be called on the worker's own thread.
shared_layout lay_out_shared(const worker& w);

/// Where all bytes of an access lie; `nowhere` unless they lie in one array or allocation.
located locate(worker& w, std::uintptr_t address, std::size_t bytes);

/// The shared memory that the address would be if addresses had 32 bits, as those of shared memory have on a GPU;
/// `nowhere` if there is none, or it is the address itself.
located locate_wrapped(const worker& w, std::uintptr_t address, std::size_t bytes);

/// The array, allocation or variable that the memory belongs to.
struct named_array {
    std::uintptr_t id = 0;  ///< differs from that of all others; 0: not known
    std::string name;
    std::size_t offset = 0, bytes = 0;  ///< of the memory in the array; of the array
};
named_array array_of(const located& at);
/// Says of a finding which array it is about.
void name_array(raw_finding& what, const located& at);

/// "element 7 of partial", "byte 3 of the dynamic shared memory", "element 3 of 'in' (1024 bytes)".
std::string describe(const located& at, std::size_t bytes);

/// Why an access may be out of bounds.
enum class stray_cause {
    index,
    index_below_zero,
    overflowed_index,
    wrapped_index,
    cut_address,  ///< half of a generic address, in place of an address of shared memory
    freed,
    null_pointer,
    host_memory,
    other_device,
    dynamic_shared
};
/// What a bad address is nearest to: "4 bytes behind the allocation 'in' of 1024 bytes", and the like.
struct stray_place {
    std::string text;
    stray_cause cause = stray_cause::index;
    std::ptrdiff_t offset = 0;  ///< from the beginning of the array
};
/// `ptx_end`: what PTX takes its last 32-bit address of shared memory for.
stray_place describe_stray(const worker& w, std::uintptr_t address, std::size_t bytes, const void* ptx_end);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
