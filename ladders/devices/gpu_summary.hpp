// The library's reduction on the GPU, for data commands.
#pragma once

#include <cstdint>
#include <memory>

#include <ladders/device.hpp>
#include <strider/core/launch.hpp>

namespace strider::ladders {
inline namespace STRIDER_TARGET {

std::unique_ptr<streamed_summary> summarise_on_gpu(stream_handle stream, element_type type, std::uint64_t elements);

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
