// The library's calls on this machine's processor, for the commands on files.
#pragma once

#include <string_view>
#include <utility>

#include <strider/core/policy.hpp>

namespace strider::lab {

/// Where the commands that call the library themselves can run, by the names that --device takes.
inline constexpr std::string_view host_device_names[] = {"cpu", "serial"};

/// The device that `auto` is.
inline std::string_view host_device(std::string_view given) { return given == "auto" ? "cpu" : given; }

/// Calls `function(policy)` with the policy of that name.
template <class Function>
decltype(auto) with_policy(std::string_view device, Function&& function) {
    if (device == "serial") return function(serial{});
    return function(cpu{});
}

}  // namespace strider::lab
