// A shim for Thrust's header of this name: what device_malloc gives, and the temporary memory of algorithms, is
// known to the emulator.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cpp/detail/execution_policy.h>

#include <strider/check/runtime/thrust.hpp>

THRUST_NAMESPACE_BEGIN
namespace system::cpp::detail {
[[maybe_unused]] static const bool works_at_once = ::strider::emulation::runtime::keep_operations_in_order();

template <class Policy>
void* malloc(execution_policy<Policy>&, std::size_t bytes) {
    return ::strider::emulation::runtime::allocate_for_thrust(bytes,
                                                              ::strider::emulation::runtime::thrust_memory::device);
}
template <class Policy, class Pointer>
void free(execution_policy<Policy>&, Pointer pointer) {
    ::strider::emulation::runtime::release_for_thrust(::thrust::raw_pointer_cast(pointer));
}
}  // namespace system::cpp::detail
THRUST_NAMESPACE_END
// SPDX-License-Identifier: Apache-2.0
