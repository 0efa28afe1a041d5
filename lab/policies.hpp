// Where the commands on files call the library: by itself on this machine's processor, or in a module.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <lab/errors.hpp>
#include <lab/module_policy.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>

namespace strider::lab {

/// The device that --device names; `auto` is the processor. Throws usage_error where there is none.
inline std::string_view file_device(std::string_view given) { return given == "auto" ? "cpu" : given; }

/// Calls `function(policy)` with the policy of that name.
template <class Function>
decltype(auto) with_policy(std::string_view device, Function&& function) {
    if (device == "serial") return function(serial{});
    if (device == "cpu") return function(cpu{});
    return function(module_policy(device));
}

/// Calls `function(Operator{})` with the operator of that name. Throws usage_error where there is none.
template <class Function>
decltype(auto) with_operator(const std::string& name, Function&& function) {
    if (name == "plus") return function(plus{});
    if (name == "minimum") return function(minimum{});
    if (name == "maximum") return function(maximum{});
    if (name == "multiplies") return function(multiplies{});
    throw usage_error("--operator \"" + name + "\" is not known; it is one of: plus, minimum, maximum, multiplies");
}

}  // namespace strider::lab
