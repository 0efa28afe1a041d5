// CUDA's vector types: dim3, and char1 ... double4 with the device's alignments.
#pragma once

// A pair is aligned to its size, so that one access moves it; a triple is not; a quadruple is, up to 16 bytes, the
// widest access of the hardware.
#define STRIDER_EMULATOR_VECTOR_TYPES(name, scalar)                                                   \
    struct name##1 { scalar x; };                                                                     \
    struct alignas(2 * sizeof(scalar)) name##2 { scalar x, y; };                                      \
    struct name##3 { scalar x, y, z; };                                                               \
    struct alignas(4 * sizeof(scalar) < 16 ? 4 * sizeof(scalar) : 16) name##4 { scalar x, y, z, w; }; \
    constexpr name##1 make_##name##1(scalar x) { return {x}; }                                        \
    constexpr name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }                           \
    constexpr name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; }              \
    constexpr name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

STRIDER_EMULATOR_VECTOR_TYPES(char, signed char)
STRIDER_EMULATOR_VECTOR_TYPES(uchar, unsigned char)
STRIDER_EMULATOR_VECTOR_TYPES(short, short)
STRIDER_EMULATOR_VECTOR_TYPES(ushort, unsigned short)
STRIDER_EMULATOR_VECTOR_TYPES(int, int)
STRIDER_EMULATOR_VECTOR_TYPES(uint, unsigned int)
STRIDER_EMULATOR_VECTOR_TYPES(long, long)
STRIDER_EMULATOR_VECTOR_TYPES(ulong, unsigned long)
STRIDER_EMULATOR_VECTOR_TYPES(longlong, long long)
STRIDER_EMULATOR_VECTOR_TYPES(ulonglong, unsigned long long)
STRIDER_EMULATOR_VECTOR_TYPES(float, float)
STRIDER_EMULATOR_VECTOR_TYPES(double, double)
#undef STRIDER_EMULATOR_VECTOR_TYPES

// Since CUDA 13 the names of 8-byte quadruples state their alignment.
#define STRIDER_EMULATOR_ALIGNED_QUADRUPLE(name, scalar, bytes) \
    struct alignas(bytes) name {                                \
        scalar x, y, z, w;                                      \
    };                                                          \
    constexpr name make_##name(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }
#define STRIDER_EMULATOR_ALIGNED_QUADRUPLES(name, scalar)       \
    STRIDER_EMULATOR_ALIGNED_QUADRUPLE(name##4_16a, scalar, 16) \
    STRIDER_EMULATOR_ALIGNED_QUADRUPLE(name##4_32a, scalar, 32)

STRIDER_EMULATOR_ALIGNED_QUADRUPLES(long, long)
STRIDER_EMULATOR_ALIGNED_QUADRUPLES(ulong, unsigned long)
STRIDER_EMULATOR_ALIGNED_QUADRUPLES(longlong, long long)
STRIDER_EMULATOR_ALIGNED_QUADRUPLES(ulonglong, unsigned long long)
STRIDER_EMULATOR_ALIGNED_QUADRUPLES(double, double)
#undef STRIDER_EMULATOR_ALIGNED_QUADRUPLES
#undef STRIDER_EMULATOR_ALIGNED_QUADRUPLE

/// The extent of a grid or a block; omitted extents are 1.
struct dim3 {
    unsigned int x, y, z;

    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
    constexpr dim3(uint3 extent) : x(extent.x), y(extent.y), z(extent.z) {}
    constexpr operator uint3() const { return {x, y, z}; }
};
// SPDX-License-Identifier: Apache-2.0
