// Stands in for Thrust's header of this name: the memory of device_vector is known to the executor.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/system/cpp/pointer.h>

#include <strider/simt/runtime/thrust.hpp>

THRUST_NAMESPACE_BEGIN
namespace system::cpp {
namespace detail {
template <class Pointer, ::strider::executor::runtime::thrust_memory Kind>
class executor_resource final : public ::thrust::mr::memory_resource<Pointer> {
public:
    Pointer do_allocate(std::size_t bytes, std::size_t) override {
        return Pointer(::strider::executor::runtime::allocate_for_thrust(bytes, Kind));
    }
    void do_deallocate(Pointer pointer, std::size_t, std::size_t) override {
        ::strider::executor::runtime::release_for_thrust(pointer.get());
    }
};
}  // namespace detail

using memory_resource =
    detail::executor_resource<::thrust::cpp::pointer<void>, ::strider::executor::runtime::thrust_memory::device>;
using universal_memory_resource = detail::executor_resource<::thrust::cpp::universal_pointer<void>,
                                                            ::strider::executor::runtime::thrust_memory::managed>;
using universal_host_pinned_memory_resource = universal_memory_resource;
}  // namespace system::cpp
THRUST_NAMESPACE_END
// SPDX-License-Identifier: Apache-2.0
