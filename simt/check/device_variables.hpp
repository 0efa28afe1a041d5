// Variables of the device among the declarations of a namespace.
#pragma once

#include <cstddef>
#include <optional>

#include "source_code.hpp"

namespace strider::kernel_check {

struct device_variable {
    std::size_t name, semicolon;  ///< tokens: of its name, and behind the definition
};

/// The variable that the `__device__` or `__constant__` at token i defines, the first where there are several. None
/// for a constant, whose value the host may read, and for what a template or another file defines.
std::optional<device_variable> device_variable_at(const code& in, std::size_t i);

}  // namespace strider::kernel_check
