// Textures and surfaces of the emulator: memory with a shape, the reading of coordinates, and filtering.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/emulator/lane.hpp>

namespace strider::emulation {

enum class address_mode : std::uint8_t { wrap, clamp, mirror, border };
enum class channel_kind : std::uint8_t { signed_integer, unsigned_integer, floating_point };
enum class boundary : std::uint8_t { zero, clamp, trap };

struct texture {
    std::byte* memory = nullptr;
    std::size_t pitch = 0;       ///< bytes from row to row
    std::size_t extent[3] = {};  ///< in texels; 1 in dimensions that the texture lacks
    std::size_t layers = 1;
    unsigned channels = 0, channel_bytes = 0;
    channel_kind kind{};
    address_mode modes[3] = {address_mode::clamp, address_mode::clamp, address_mode::clamp};
    bool linear = false;      ///< filter; else take the texel that holds the point
    bool as_numbers = false;  ///< read integers as 0 ... 1, or -1 ... 1
    bool normalized = false;  ///< coordinates run from 0 to 1
    float border[4] = {};

    std::size_t texel_bytes() const { return channels * channel_bytes; }
    std::byte* at(std::size_t x, std::size_t y, std::size_t z) const {
        return memory + (z * extent[1] + y) * pitch + x * texel_bytes();
    }
};

/// A texel as floating-point numbers and as integers; missing channels are 0.
struct texel {
    float number[4] = {};
    std::int64_t integer[4] = {};
};

/// The texel at a point, filtered if the texture is linear. Only `dimensions` coordinates are used; a layered texture
/// also uses the layer.
texel sample(site caller, const texture& from, unsigned dimensions, const float* coordinates,
             std::size_t layer) noexcept;
/// Element `index` of a texture on linear memory; 0 beyond its end.
texel fetch(site caller, const texture& from, std::int64_t index) noexcept;

/// Coordinates of a surface access; `x` is in bytes.
struct surface_point {
    std::int64_t x, y, z;
};
/// The address that a surface access uses, or null if it is outside and ignored. Does not return if it traps.
std::byte* surface_address(site caller, const texture& surface, surface_point point, std::size_t bytes, boundary mode,
                           bool writes) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
