// Operators, conversions and functions of the classes of half, bfloat16, fp8 and their pairs.
// Feature: numbers of 8 bits: cuda_fp8.h (e4m3 and e5m2, their pairs and fours, conversions)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include "inputs.hpp"

// clang-format off: rows of tables

__device__ bits64 bits_of(bool value) { return value; }
__device__ bits64 bits_of(__half value) { return __hisnan(value) ? 0x7FFF : __half_as_ushort(value); }
__device__ bits64 bits_of(__nv_bfloat16 value) { return __hisnan(value) ? 0x7FFF : __bfloat16_as_ushort(value); }
__device__ bits64 bits_of(__half2 value) { return bits_of(value.y) << 16 | bits_of(value.x); }
__device__ bits64 bits_of(__nv_bfloat162 value) { return bits_of(value.y) << 16 | bits_of(value.x); }
__device__ bits64 bits_of(float2 value) { return bits_of(value.y) << 32 | bits_of(value.x); }
__device__ bits64 bits_of(float4 value) { return bits_of(float2{value.x, value.y}) * 31 + bits_of(float2{value.z, value.w}); }
__device__ bits64 bits_of(unsigned char value) { return value; }
__device__ bits64 bits_of(unsigned short value) { return value; }
template <class Fp8>
__device__ auto storage(Fp8 value) { return value.__x; }

#define OPERATORS(F, T, a, b) \
    F(T ": +", a + b) F(T ": -", a - b) F(T ": *", a * b) F(T ": /", a / b) F(T ": unary -", -a) F(T ": unary +", +a) \
    F(T ": ==", a == b) F(T ": !=", a != b) F(T ": <", a < b) F(T ": <=", a <= b) F(T ": >", a > b) F(T ": >=", a >= b) \
    F(T ": +=", ([&] { auto v = a; v += b; return v; })()) F(T ": -=", ([&] { auto v = a; v -= b; return v; })()) \
    F(T ": *=", ([&] { auto v = a; v *= b; return v; })()) F(T ": /=", ([&] { auto v = a; v /= b; return v; })()) \
    F(T ": ++", ([&] { auto v = a; ++v; return v; })()) F(T ": --", ([&] { auto v = a; --v; return v; })())
#define CONVERSIONS(F, T) \
    F(#T ": of float", T(x)) F(#T ": of double", T(X)) F(#T ": of int", T(int(a))) F(#T ": of unsigned", T(a)) \
    F(#T ": of long long", T((long long)A)) F(#T ": of bits64", T(A)) F(#T ": of short", T(short(a))) F(#T ": of ushort", T((unsigned short)a))
#define OUT_OF(F, T, v) \
    F(T ": to float", float(v)) F(T ": to int", int(v)) F(T ": to unsigned", unsigned(v)) F(T ": to long long", (long long)v) \
    F(T ": to bits64", bits64(v)) F(T ": to short", short(v)) F(T ": to ushort", (unsigned short)v) F(T ": to bool", bool(v)) \
    F(T ": to char", (signed char)v)
#define PAIRS(F, T, u, v, w) \
    F(T ": __hadd2", __hadd2(u, v)) F(T ": __hsub2", __hsub2(u, v)) F(T ": __hmul2", __hmul2(u, v)) F(T ": __h2div", __h2div(u, v)) \
    F(T ": __hfma2", __hfma2(u, v, w)) F(T ": __hfma2_sat", __hfma2_sat(u, v, w)) F(T ": __hfma2_relu", __hfma2_relu(u, v, w)) \
    F(T ": __hadd2_sat", __hadd2_sat(u, v)) F(T ": __hmul2_sat", __hmul2_sat(u, v)) F(T ": __hmin2", __hmin2(u, v)) \
    F(T ": __hmax2", __hmax2(u, v)) F(T ": __hmin2_nan", __hmin2_nan(u, v)) F(T ": __hmax2_nan", __hmax2_nan(u, v)) \
    F(T ": __hneg2", __hneg2(u)) F(T ": __habs2", __habs2(u)) F(T ": __heq2", __heq2(u, v)) F(T ": __hlt2", __hlt2(u, v)) \
    F(T ": __hgeu2", __hgeu2(u, v)) F(T ": __hbeq2", __hbeq2(u, v)) F(T ": __hbltu2", __hbltu2(u, v)) \
    F(T ": __heq2_mask", __heq2_mask(u, v)) F(T ": __hgtu2_mask", __hgtu2_mask(u, v)) F(T ": __hisnan2", __hisnan2(u)) \
    F(T ": h2rint", h2rint(u)) F(T ": h2floor", h2floor(u)) F(T ": h2sqrt", h2sqrt(u)) F(T ": __hcmadd", __hcmadd(u, v, w))
#define FP8(F, T) \
    F(#T ": of float", storage(T(x))) F(#T ": of double", storage(T(X))) F(#T ": of half", storage(T(h))) F(#T ": of bfloat16", storage(T(q))) \
    F(#T ": of int", storage(T(int(a)))) F(#T ": of bits64", storage(T(A))) F(#T ": to float", float(of<T>(a))) \
    F(#T ": to double", double(of<T>(a))) F(#T ": to half", __half(of<T>(a))) F(#T ": to int", int(of<T>(a))) \
    F(#T ": to unsigned char", (unsigned char)(of<T>(a))) F(#T ": to bool", bool(of<T>(a)))
#define FP8_PAIRS(F, kind) \
    F("x2 " #kind ": of float2", storage(__nv_fp8x2_##kind(float2{x, y}))) F("x2 " #kind ": of half2", storage(__nv_fp8x2_##kind(__half2(h, g)))) \
    F("x2 " #kind ": of bfloat162", storage(__nv_fp8x2_##kind(__nv_bfloat162(q, r)))) \
    F("x2 " #kind ": to float2", float2(of<__nv_fp8x2_##kind>(a))) F("x2 " #kind ": to half2", __half2(of<__nv_fp8x2_##kind>(a))) \
    F("x4 " #kind ": of float4", storage(__nv_fp8x4_##kind(float4{x, y, y, x}))) F("x4 " #kind ": to float4", float4(of<__nv_fp8x4_##kind>(a)))
#define FUNCTIONS(F) \
    OPERATORS(F, "half", h, g) OPERATORS(F, "bfloat16", q, r) OPERATORS(F, "half2", __half2(h, g), __half2(g, k)) \
    OPERATORS(F, "bfloat162", __nv_bfloat162(q, r), __nv_bfloat162(r, s)) CONVERSIONS(F, __half) CONVERSIONS(F, __nv_bfloat16) \
    OUT_OF(F, "half", h) OUT_OF(F, "bfloat16", q) PAIRS(F, "half2", __half2(h, g), __half2(g, k), __half2(k, h)) \
    PAIRS(F, "bfloat162", __nv_bfloat162(q, r), __nv_bfloat162(r, s), __nv_bfloat162(s, q)) \
    F("__float22half2_rn", __float22half2_rn(float2{x, y})) F("__half22float2", __half22float2(__half2(h, g))) \
    F("__floats2half2_rn", __floats2half2_rn(x, y)) F("__float22bfloat162_rn", __float22bfloat162_rn(float2{x, y})) \
    F("__bfloat1622float2", __bfloat1622float2(__nv_bfloat162(q, r))) F("__lows2half2", __lows2half2(__half2(h, g), __half2(g, k))) \
    F("__highs2half2", __highs2half2(__half2(h, g), __half2(g, k))) F("__lowhigh2highlow", __lowhigh2highlow(__half2(h, g))) \
    F("__low2half2", __low2half2(__half2(h, g))) F("__halves2half2", __halves2half2(h, g)) \
    F("__high2float", __high2float(__half2(h, g))) F("__low2bfloat162", __low2bfloat162(__nv_bfloat162(q, r))) \
    FP8(F, __nv_fp8_e4m3) FP8(F, __nv_fp8_e5m2) FP8_PAIRS(F, e4m3) FP8_PAIRS(F, e5m2)

template <class T>
__device__ T of(bits32 bits) {
    T value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

constexpr const char* names[] = {
#define NAME(name, expression) name,
    FUNCTIONS(NAME)};

constexpr int first = __COUNTER__ + 1;
__global__ void evaluate(int function, bits64* results) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const bits32 a = word(i, 1);
    const bits64 A = double_word(a, word(i, 4));
    const float x = single(i, 6), y = single(i, 7);
    const double X = twofold(i, 9);
    const auto piece = [i](unsigned stream) { return (unsigned short)(word(i * 17 + 3, stream) >> 7); };
    const __half h = __ushort_as_half(piece(12)), g = __ushort_as_half(piece(13)), k = __ushort_as_half(piece(14));
    const __nv_bfloat16 q = __ushort_as_bfloat16(piece(15)), r = __ushort_as_bfloat16(piece(16)), s = __ushort_as_bfloat16(piece(17));
#define RESULT(name, expression) \
    case __COUNTER__ - first: results[i] = bits_of(expression); break;
    switch (function) { FUNCTIONS(RESULT) }
}

// clang-format on

int main(int arguments, char** argument) { print_all(names, evaluate, arguments > 1 ? argument[1] : ""); }
// SPDX-License-Identifier: Apache-2.0
