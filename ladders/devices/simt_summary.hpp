// The library's reduction in the executor, for data commands.
#pragma once

#include <cstdint>
#include <memory>

#include <ladders/device.hpp>

namespace strider::ladders {

std::unique_ptr<streamed_summary> summarise_in_executor(element_type type, std::uint64_t elements);

}  // namespace strider::ladders
