// The GPU memory that a host address stands for.
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
    bool of_block = false;  ///< shared: in the block's own memory, not the thread-local part
    bool writable = true;
    std::uintptr_t address = 0;
    std::size_t offset = 0;  ///< shared: offset in its part
    const memory_entry* entry = nullptr;
    worker* of = nullptr;  ///< shared: the block of the cluster that owns it; null: the lane's own block
    bool lasting = false;  ///< the entry existed when the launch began, so it stays until the launch ends
};

/// A worker's shared memory: the module's thread-local variables, and the block's own memory, which holds the static
/// arrays of translated programs, then the dynamic part.
struct shared_layout {
    std::uintptr_t static_begin = 0, static_bytes = 0;
    std::uintptr_t block_begin = 0, block_bytes = 0;
    std::uintptr_t dynamic_offset = 0;
    const array_extent *static_extents = nullptr, *block_extents = nullptr;
};

/// Call this on the worker's own thread.
shared_layout lay_out_shared(const worker& w);

/// The place of an access's bytes; `nowhere` unless one array or allocation holds all of them.
located locate(worker& w, std::uintptr_t address, std::size_t bytes);

/// The shared memory that the address means if it is cut to 32 bits, like a GPU's addresses of shared memory; `nowhere`
/// if that is not shared memory, or is the address itself.
located locate_wrapped(const worker& w, std::uintptr_t address, std::size_t bytes);

/// The array, allocation or variable that holds some memory.
struct named_array {
    std::uintptr_t id = 0;  ///< unique to the array; 0: not known
    std::string name;
    std::size_t offset = 0, bytes = 0;  ///< the memory's offset in the array; the array's size
};
named_array array_of(const located& memory);
/// Sets the array that a finding is about.
void name_array(raw_finding& what, const located& memory);

/// "element 7 of partial", "byte 3 of the dynamic shared memory", "element 3 of 'in' (1024 bytes)".
std::string describe(const located& memory, std::size_t bytes);

/// The likely cause of an access out of bounds.
enum class stray_cause {
    index,
    index_below_zero,
    overflowed_index,
    wrapped_index,
    cut_address,  ///< half of a generic address, used as an address of shared memory
    freed,
    null_pointer,
    host_memory,
    other_device,
    dynamic_shared
};
/// A description of a bad address by what is near, such as "4 bytes behind the allocation 'in' of 1024 bytes".
struct stray_place {
    std::string text;
    stray_cause cause = stray_cause::index;
    std::ptrdiff_t offset = 0;  ///< offset in the array
};
/// `ptx_end`: the end of the 32-bit shared address that PTX would use.
stray_place describe_stray(const worker& w, std::uintptr_t address, std::size_t bytes, const void* ptx_end);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
