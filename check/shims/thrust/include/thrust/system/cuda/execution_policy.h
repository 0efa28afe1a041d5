// A shim for Thrust's header of this name: thrust::cuda::par means the device, whose algorithms run on the host.
#pragma once

#include <thrust/detail/config.h>
#include <thrust/detail/execute_with_allocator.h>
#include <thrust/system/cpp/detail/par.h>

#include <strider/check/runtime/thrust.hpp>

THRUST_NAMESPACE_BEGIN
namespace system::cuda {
using ::thrust::system::cpp::execution_policy;
using ::thrust::system::cpp::tag;

namespace detail {
[[maybe_unused]] static const bool works_at_once = ::strider::emulation::runtime::keep_operations_in_order();

/// An algorithm waits for its stream.
template <class Allocator>
struct allocating_policy : ::thrust::detail::execute_with_allocator<Allocator, cpp::detail::execution_policy> {
    using ::thrust::detail::execute_with_allocator<Allocator, cpp::detail::execution_policy>::execute_with_allocator;
    [[gnu::always_inline]] allocating_policy on(cudaStream_t stream) const {
        ::strider::emulation::runtime::expect_no_capture(stream);
        return *this;
    }
};
struct par_t : cpp::detail::execution_policy<par_t> {
    constexpr par_t() = default;
    [[gnu::always_inline]] par_t on(cudaStream_t stream) const {
        ::strider::emulation::runtime::expect_no_capture(stream);
        return *this;
    }
    template <class Allocator>
    allocating_policy<Allocator&> operator()(Allocator& allocator) const {
        return allocating_policy<Allocator&>(allocator);
    }
    template <class Allocator>
    allocating_policy<Allocator> operator()(const Allocator& allocator) const {
        return allocating_policy<Allocator>(allocator);
    }
    template <class Resource>
    allocating_policy<::thrust::mr::allocator<::thrust::detail::max_align_t, Resource>> operator()(
        Resource* resource) const {
        return {::thrust::mr::allocator<::thrust::detail::max_align_t, Resource>(resource)};
    }
};
}  // namespace detail

inline constexpr detail::par_t par, par_nosync;
}  // namespace system::cuda

namespace cuda {
using system::cuda::execution_policy;
using system::cuda::par;
using system::cuda::par_nosync;
using system::cuda::tag;
}  // namespace cuda
THRUST_NAMESPACE_END
// SPDX-License-Identifier: Apache-2.0
