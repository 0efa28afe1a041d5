#include "allocate.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include <strider/check/runtime/launches.hpp>
#include <strider/check/runtime/memory.hpp>
#include <strider/check/runtime/thrust.hpp>
#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/lane.hpp>
#include <strider/emulator/session.hpp>

#include "defects.hpp"
#include "known_memory.hpp"
#include "operands.hpp"
#include "streams.hpp"
#include "unfinished.hpp"

using namespace strider::emulation::runtime;

namespace {

constexpr const char* not_pinned = "the address is in no memory of the host that CUDA has pinned or registered";

// `at`: who has called the runtime, for findings. What the host may write unseen is not `exact`.
cudaError_t allocate_known(void** pointer, std::size_t bytes, memory_kind kind, const void* caller, unsigned flags = 0,
                           bool exact = true, const array_name& known = {}) {
    if (pointer == nullptr) return invalid_value("the pointer to the new memory is null");
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    try {
        *pointer = strider::emulation::allocate(
            bytes, known.name,
            {.exact = exact && of_device(kind),
             .of_both_sides = !of_device(kind),
             .made_at = caller,
             .device = of_device(kind) ? current_device() : strider::emulation::allocation::any_device,
             .element_bytes = known.element_bytes});
    } catch (const std::bad_alloc&) {
        return set_last_error(cudaErrorMemoryAllocation, "the emulated device has no memory left for these bytes");
    }
    memory().add(*pointer, bytes, kind, flags);
    if (of_device(kind)) return cudaSuccess;
    // The host fills it by plain writes, which are not seen: it counts as initialised from the start.
    std::memset(*pointer, 0, bytes);
    strider::emulation::mark_written(*pointer, bytes);
    return cudaSuccess;
}

cudaError_t release_known(void* pointer, std::initializer_list<memory_kind> kinds, const void* caller) {
    if (pointer == nullptr) return cudaSuccess;
    if (!memory().remove(pointer, kinds)) {
        const auto in = memory().find(pointer);
        const char *what = "no call of CUDA's has allocated this memory",
                   *fix = "free by cudaFree() what cudaMalloc() has allocated, and by free() what malloc() has";
        if (in && in->begin != pointer) {
            what = "no allocation begins here";
            fix = "free the pointer that the allocation gave, not one into the memory";
        } else if (in) {
            what = of_device(in->kind) ? "this is memory of the device" : "this is memory of the host";
            fix = "free by cudaFree() what cudaMalloc() has allocated, and by cudaFreeHost() what cudaMallocHost() has";
        } else if (strider::emulation::was_released(pointer)) {
            what = "this memory was already freed";
            fix = "free each allocation once, then set its pointer to null";
        }
        strider::emulation::program::report_defect(strider::emulation::finding_kind::bad_free, caller, what, fix);
        return invalid_value();
    }
    strider::emulation::release(pointer);
    return cudaSuccess;
}

}  // namespace

cudaError_t strider::emulation::runtime::allocate_device(void** pointer, std::size_t bytes, const void* at,
                                                         const array_name& known) {
    return allocate_known(pointer, bytes, memory_kind::device, at, 0, /*exact=*/true, known);
}
void* strider::emulation::program::named_array(const char* name, std::size_t bytes, std::size_t element_bytes) {
    void* memory = nullptr;
    runtime::allocate_device(&memory, bytes, nullptr, {name, element_bytes});
    return memory;
}
cudaError_t cudaMalloc(pointer_place pointer, std::size_t bytes) {
    if (const cudaError_t error = forbidden_in_capture()) return error;
    return allocate_device(pointer, bytes, __builtin_return_address(0));
}

namespace {
cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height, const void* at) {
    constexpr std::size_t row_alignment = 512;
    if (pitch == nullptr) return invalid_value("the pointer to the pitch is null");
    if (const cudaError_t error = forbidden_in_capture()) return error;
    *pitch = (width + row_alignment - 1) / row_alignment * row_alignment;
    return allocate_device(pointer, *pitch * height, at);
}
}  // namespace

cudaError_t cudaMallocPitch(pointer_place pointer, std::size_t* pitch, std::size_t width, std::size_t height) {
    return allocate_rows(pointer, pitch, width, height, __builtin_return_address(0));
}
cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
    if (pointer == nullptr) return invalid_value();
    *pointer = {nullptr, 0, extent.width, extent.height};
    return allocate_rows(&pointer->ptr, &pointer->pitch, extent.width, extent.height * extent.depth,
                         __builtin_return_address(0));
}
cudaError_t strider::emulation::runtime::free_device(void* pointer, const void* at) {
    const auto in = memory().find(pointer);
    if (in && in->kind == memory_kind::graph && in->begin == pointer) return cudaSuccess;
    return release_known(pointer, {memory_kind::device, memory_kind::managed}, at);
}
cudaError_t strider::emulation::runtime::allocate_for_graph(void** pointer, std::size_t bytes) {
    return allocate_known(pointer, bytes, memory_kind::graph, nullptr);
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    const std::size_t all = properties.totalGlobalMem;
    if (total != nullptr) *total = all;
    if (free != nullptr) *free = all - std::min(all, memory().bytes_in_use());
    return cudaSuccess;
}

namespace {
cudaError_t allocate_pinned(void** pointer, std::size_t bytes, unsigned flags, const void* at) {
    if (const cudaError_t error = forbidden_in_capture()) return error;
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)) return unknown_flags();
    return allocate_known(pointer, bytes, memory_kind::host, at, flags);
}
}  // namespace

cudaError_t cudaMallocHost(pointer_place pointer, std::size_t bytes, unsigned flags) {
    return allocate_pinned(pointer, bytes, flags, __builtin_return_address(0));
}
cudaError_t cudaHostAlloc(pointer_place pointer, std::size_t bytes, unsigned flags) {
    return allocate_pinned(pointer, bytes, flags, __builtin_return_address(0));
}
cudaError_t cudaFreeHost(void* pointer) {
    if (const cudaError_t error = forbidden_in_capture()) return error;
    wait_for_all();
    return release_known(pointer, {memory_kind::host}, __builtin_return_address(0));
}
cudaError_t cudaMallocManaged(pointer_place pointer, std::size_t bytes, unsigned flags) {
    if (const cudaError_t error = forbidden_in_capture()) return error;
    if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) return unknown_flags();
    return allocate_known(pointer, bytes, memory_kind::managed, __builtin_return_address(0), flags);
}

void* strider::emulation::runtime::allocate_for_thrust(std::size_t bytes, thrust_memory kind) {
    void* pointer = nullptr;
    if (on_lane()) {
        pointer = heap_allocate(STRIDER_EMULATOR_CALLER, bytes);
    } else {
        allocate_known(&pointer, bytes, kind == thrust_memory::device ? memory_kind::device : memory_kind::managed,
                       calling_user(), 0, /*exact=*/false);
    }
    if (pointer == nullptr && bytes != 0) throw std::bad_alloc();
    return pointer;
}
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned flags) {
    if (const cudaError_t error = forbidden_in_capture()) return error;
    if (pointer == nullptr || bytes == 0) return invalid_value("the memory to register is null or has no bytes");
    if (flags >
        (cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory | cudaHostRegisterReadOnly))
        return unknown_flags();
    if (memory().find(pointer)) return set_last_error(cudaErrorHostMemoryAlreadyRegistered);
    memory().add(pointer, bytes, memory_kind::registered, flags,
                 strider::emulation::region(pointer, bytes, "", (flags & cudaHostRegisterReadOnly) == 0,
                                            /*of_both_sides=*/true));
    strider::emulation::watch_memory_of_both_sides(pointer, bytes);
    return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
    if (const cudaError_t error = forbidden_in_capture()) return error;
    if (pointer == nullptr) return invalid_value();
    wait_for_all();
    if (!memory().remove(pointer, {memory_kind::registered})) return set_last_error(cudaErrorHostMemoryNotRegistered);
    strider::emulation::forget_memory_of_both_sides(pointer);
    return cudaSuccess;
}
cudaError_t cudaHostGetDevicePointer(pointer_place device, void* host, unsigned flags) {
    if (flags != 0) return unknown_flags();
    const auto in = memory().find(host);
    if (device == nullptr || !in || of_device(in->kind)) return invalid_value(not_pinned);
    *device = host;
    return cudaSuccess;
}
cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
    const auto in = memory().find(host);
    if (flags == nullptr || !in || of_device(in->kind)) return invalid_value(not_pinned);
    *flags = in->flags;
    return cudaSuccess;
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    if (attributes == nullptr) return invalid_value();
    void* const address = const_cast<void*>(pointer);
    const auto in = memory().find(pointer);
    if (!in) {
        *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    } else if (of_device(in->kind)) {
        *attributes = {cudaMemoryTypeDevice, in->device, address, nullptr};
    } else {
        *attributes = {is_managed(in->kind) ? cudaMemoryTypeManaged : cudaMemoryTypeHost, in->device, address, address};
    }
    return cudaSuccess;
}

void strider::emulation::runtime::know_managed(const char* name, const volatile void* variable, std::size_t bytes) {
    void* const address = const_cast<void*>(variable);
    memory().add(address, bytes, memory_kind::managed_variable, 0,
                 strider::emulation::region(address, bytes, name, /*writable=*/true, /*of_both_sides=*/true));
    watch_memory_of_both_sides(address, bytes);
}
void* strider::emulation::runtime::device_variable(const volatile void* symbol, std::size_t bytes) {
    void* const address = const_cast<void*>(symbol);
    if (memory().find(address)) return address;
    if (is_text(address) || !is_program_variable(address) || is_host_variable(address)) return nullptr;
    memory().add(address, bytes, memory_kind::device_variable);
    return address;
}
// SPDX-License-Identifier: Apache-2.0
