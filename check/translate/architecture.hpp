// Macros that a program defines by __CUDA_ARCH__ outside of functions: nvcc compiles a source twice, and each time
// defines its own. Here the host's keep their names, and the device's get names of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "kernel_names.hpp"
#include "source_code.hpp"

namespace strider::kernel_check {

/// Prefix of the device's macros.
constexpr const char* on_device_prefix = "strider_device_";

/// Adds the names of such macros to `names`; whether there were new ones, by which others may be defined.
bool collect_architecture_macros(std::string_view source, kernel_names& names);

/// Whether the directive asks for __CUDA_ARCH__ or for such a macro.
bool asks_for_architecture(std::string_view directive, const kernel_names& names);

/// The directive with the device's names of such macros.
std::string with_names_of_device(std::string_view directive, const kernel_names& names);

/// The directives that define the device's macros, where the directive at this place, outside of functions, begins a
/// condition on __CUDA_ARCH__ or is a definition by such macros; `last` becomes the last of them.
std::optional<std::string> definitions_of_device(const code& in, std::size_t first, const kernel_names& names,
                                                 std::size_t& last);

}  // namespace strider::kernel_check
// SPDX-License-Identifier: Apache-2.0
