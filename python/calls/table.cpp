// The tables of this module's places.
#include <python/calls/typed.hpp>
#include <string_view>
#if defined(__CUDACC__)
#include <strider/core/cuda_error.hpp>
#endif

namespace strider::python {
namespace {

template <class Policy>
const calls* table() {
    static const calls filled = [] {
        calls all{};
        add_reductions<Policy>(all);
        add_segments<Policy>(all);
        add_scans<Policy>(all);
#if !defined(STRIDER_EMULATOR)
        add_moves<Policy>(all);
        add_sorts<Policy>(all);
        add_bins<Policy>(all);
        add_images<Policy>(all);
#endif
        return all;
    }();
    return &filled;
}

}  // namespace
}  // namespace strider::python

extern "C" __attribute__((visibility("default"))) const strider::python::calls* strider_calls_at(
    [[maybe_unused]] const char* backend, [[maybe_unused]] int gpu) {
#if defined(__CUDACC__)
    int current = 0;
    strider::detail::check(cudaGetDevice(&current), "cudaGetDevice");
    if (current != gpu) {
        throw std::invalid_argument("the array is on GPU " + std::to_string(gpu) + ", and GPU " +
                                    std::to_string(current) + " is the current one: make the array's GPU current");
    }
#endif
#if defined(STRIDER_DEVICE_CODE)
    return strider::python::table<strider::device_policy>();
#else
    return std::string_view(backend) == "serial" ? strider::python::table<strider::serial>()
                                                 : strider::python::table<strider::cpu>();
#endif
}
// SPDX-License-Identifier: Apache-2.0
