// Textures and surfaces in kernels: tex1Dfetch, tex1D, tex2D, tex3D, their layered forms, surf1Dread ... surf3Dwrite.
#pragma once

#include <cstring>
#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/texture.hpp>
#include <strider/emulator/vector_types.hpp>

using cudaTextureObject_t = unsigned long long;
using cudaSurfaceObject_t = unsigned long long;

enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

namespace strider::emulation {

STRIDER_EMULATOR_ROUTINE const texture& texture_of(site caller, unsigned long long object) {
    if (object == 0) miss_texture(caller);
    return *reinterpret_cast<const texture*>(object);
}

/// A texel as the type that the kernel reads: floating point if its channels are float, else integers.
template <class T>
STRIDER_EMULATOR_ROUTINE T as(const texel& from) {
    const auto channel = [&]<class S>(std::type_identity<S>, unsigned c) STRIDER_EMULATOR_UNINSTRUMENTED {
        if constexpr (std::is_floating_point_v<S>)
            return static_cast<S>(from.number[c]);
        else
            return static_cast<S>(from.integer[c]);
    };
    if constexpr (std::is_arithmetic_v<T>) {
        return channel(std::type_identity<T>{}, 0);
    } else {
        using scalar = decltype(T::x);
        scalar all[4];
        for (unsigned c = 0; c < 4; ++c) all[c] = channel(std::type_identity<scalar>{}, c);
        T result;
        std::memcpy(&result, all, sizeof(T));
        return result;
    }
}

}  // namespace strider::emulation

// Each line of the tables is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_EMULATOR_SAMPLE(name, dimensions, layer, parameters, ...)                                            \
    template <class T>                                                                                           \
    STRIDER_EMULATOR_INTRINSIC T name parameters {                                                                   \
        const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;                                                  \
        const float coordinates[] = {__VA_ARGS__};                                                               \
        return strider::emulation::as<T>(strider::emulation::sample(caller, strider::emulation::texture_of(caller, object), \
            dimensions, coordinates, layer));                                                                    \
    }
#define STRIDER_EMULATOR_SAMPLE_INTO(name, dimensions, layer, parameters, ...)                                    \
    template <class T>                                                                                        \
    STRIDER_EMULATOR_INTRINSIC void name parameters {                                                             \
        const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;                                               \
        const float coordinates[] = {__VA_ARGS__};                                                            \
        *to =                                                                                                 \
            strider::emulation::as<T>(strider::emulation::sample(caller, strider::emulation::texture_of(caller, object), \
            dimensions, coordinates, layer));                                                                 \
    }
STRIDER_EMULATOR_SAMPLE(tex1D, 1, 0, (cudaTextureObject_t object, float x), x)
STRIDER_EMULATOR_SAMPLE(tex2D, 2, 0, (cudaTextureObject_t object, float x, float y), x, y)
STRIDER_EMULATOR_SAMPLE(tex3D, 3, 0, (cudaTextureObject_t object, float x, float y, float z), x, y, z)
STRIDER_EMULATOR_SAMPLE(tex1DLayered, 1, static_cast<std::size_t>(layer < 0 ? 0 : layer), (cudaTextureObject_t object, float x, int layer), x)
STRIDER_EMULATOR_SAMPLE(tex2DLayered, 2, static_cast<std::size_t>(layer < 0 ? 0 : layer), (cudaTextureObject_t object, float x, float y, int layer), x, y)
STRIDER_EMULATOR_SAMPLE_INTO(tex1D, 1, 0, (T* to, cudaTextureObject_t object, float x), x)
STRIDER_EMULATOR_SAMPLE_INTO(tex2D, 2, 0, (T* to, cudaTextureObject_t object, float x, float y), x, y)
STRIDER_EMULATOR_SAMPLE_INTO(tex3D, 3, 0, (T* to, cudaTextureObject_t object, float x, float y, float z), x, y, z)
#undef STRIDER_EMULATOR_SAMPLE
#undef STRIDER_EMULATOR_SAMPLE_INTO

template <class T>
STRIDER_EMULATOR_INTRINSIC T tex1Dfetch(cudaTextureObject_t object, int index) {
    const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;
    return strider::emulation::as<T>(strider::emulation::fetch(caller, strider::emulation::texture_of(caller, object), index));
}
template <class T>
STRIDER_EMULATOR_INTRINSIC void tex1Dfetch(T* to, cudaTextureObject_t object, int index) {
    const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;
    *to = strider::emulation::as<T>(strider::emulation::fetch(caller, strider::emulation::texture_of(caller, object), index));
}

// x is in bytes. An access outside of the surface traps, unless the call says otherwise.
#define STRIDER_EMULATOR_SURFACE(read_name, write_name, x, y, z, ...)                                                 \
    template <class T>                                                                                            \
    STRIDER_EMULATOR_INTRINSIC T read_name(cudaSurfaceObject_t object, __VA_ARGS__, cudaSurfaceBoundaryMode mode =    \
        cudaBoundaryModeTrap) {                                                                                   \
        const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;                                                   \
        T value{};                                                                                                \
        const std::byte* const place =                                                                            \
            strider::emulation::surface_address(caller, strider::emulation::texture_of(caller, object), {x, y, z}, sizeof(T), \
            static_cast<strider::emulation::boundary>(mode), false);                                               \
        if (place != nullptr) std::memcpy(&value, place, sizeof(T));                                              \
        return value;                                                                                             \
    }                                                                                                             \
    template <class T>                                                                                            \
    STRIDER_EMULATOR_INTRINSIC void read_name(T* to, cudaSurfaceObject_t object, __VA_ARGS__,                         \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                                    \
        const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;                                                   \
        const std::byte* const place =                                                                            \
            strider::emulation::surface_address(caller, strider::emulation::texture_of(caller, object), {x, y, z}, sizeof(T), \
            static_cast<strider::emulation::boundary>(mode), false);                                               \
        if (place != nullptr) std::memcpy(to, place, sizeof(T)); else *to = T{};                                  \
    }                                                                                                             \
    template <class T>                                                                                            \
    STRIDER_EMULATOR_INTRINSIC void write_name(T value, cudaSurfaceObject_t object, __VA_ARGS__,                      \
        cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                                                    \
        const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;                                                   \
        std::byte* const place =                                                                                  \
            strider::emulation::surface_address(caller, strider::emulation::texture_of(caller, object), {x, y, z}, sizeof(T), \
            static_cast<strider::emulation::boundary>(mode), true);                                                \
        if (place != nullptr) std::memcpy(place, &value, sizeof(T));                                              \
    }
STRIDER_EMULATOR_SURFACE(surf1Dread, surf1Dwrite, x, 0, 0, int x)
STRIDER_EMULATOR_SURFACE(surf2Dread, surf2Dwrite, x, y, 0, int x, int y)
STRIDER_EMULATOR_SURFACE(surf3Dread, surf3Dwrite, x, y, z, int x, int y, int z)
STRIDER_EMULATOR_SURFACE(surf1DLayeredread, surf1DLayeredwrite, x, 0, layer, int x, int layer)
STRIDER_EMULATOR_SURFACE(surf2DLayeredread, surf2DLayeredwrite, x, y, layer, int x, int y, int layer)
#undef STRIDER_EMULATOR_SURFACE

// clang-format on
// SPDX-License-Identifier: Apache-2.0
