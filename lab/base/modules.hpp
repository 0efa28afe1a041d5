// Devices: modules with the rungs and the library's calls of one pattern for one device.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <ladders/harness/device.hpp>

namespace strider::lab {

/// The devices by the names that the command line takes.
inline constexpr std::string_view device_names[] = {"gpu", "emulator", "cpu"};

/// A device that was opened, or why it could not be.
struct opened_device {
    std::string name;
    ladders::device* device = nullptr;  ///< lives as long as the process
    std::string why;
};

/// Opens a device of device_names with what it has of a pattern. Opening it again gives the same one.
///
/// In a build tree a module is built when it is first opened. Then it is up to date whatever was pulled since.
const opened_device& open_device(std::string_view name, std::string_view pattern);

/// The same, for a device that the user asked for: throws usage_error where there is none, which names those of `taken`
/// that work.
const opened_device& require_device(std::string_view name, std::string_view pattern,
                                    std::span<const std::string_view> taken = device_names);

/// The rungs of a device for one pattern, by number.
std::vector<const ladders::rung*> rungs_of(const opened_device& from, std::string_view pattern);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
