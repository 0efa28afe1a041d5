// A shim for Thrust's header of this name: the memory of device_vector is known to the emulator.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cpp/pointer.h>

#include <strider/check/runtime/thrust.hpp>

THRUST_NAMESPACE_BEGIN
namespace system::cpp {
namespace detail {
template <class Pointer, ::strider::emulation::runtime::thrust_memory Kind>
class emulator_resource final : public ::thrust::mr::memory_resource<Pointer> {
public:
    Pointer do_allocate(std::size_t bytes, std::size_t) override {
        return Pointer(::strider::emulation::runtime::allocate_for_thrust(bytes, Kind));
    }
    void do_deallocate(Pointer pointer, std::size_t, std::size_t) override {
        ::strider::emulation::runtime::release_for_thrust(pointer.get());
    }
};
}  // namespace detail

using memory_resource =
    detail::emulator_resource<::thrust::cpp::pointer<void>, ::strider::emulation::runtime::thrust_memory::device>;
using universal_memory_resource = detail::emulator_resource<::thrust::cpp::universal_pointer<void>,
                                                            ::strider::emulation::runtime::thrust_memory::managed>;
using universal_host_pinned_memory_resource = universal_memory_resource;
}  // namespace system::cpp
THRUST_NAMESPACE_END
// SPDX-License-Identifier: Apache-2.0
