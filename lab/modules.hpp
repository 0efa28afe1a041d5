// Modules: shared libraries with the rungs of one device each. The lab links none of them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ladders/device.hpp>

namespace strider::lab {

/// The devices by the names that the command line takes.
inline constexpr std::string_view device_names[] = {"gpu", "simt", "cpu", "serial"};

/// What came of opening a device: the device, or why there is none.
struct opened_device {
    std::string name;
    ladders::device* device = nullptr;  ///< lives as long as the process
    std::string why;
};

/// Opens a device of device_names. Opening it again gives the same one.
const opened_device& open_device(std::string_view name);

/// The same, for a device that the user asked for: throws usage_error where there is none.
const opened_device& require_device(std::string_view name);

/// The rungs of a device for one pattern, by number.
std::vector<const ladders::rung*> rungs_of(const opened_device& from, std::string_view pattern);

}  // namespace strider::lab
