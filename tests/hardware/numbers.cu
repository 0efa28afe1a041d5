// Device functions with one right answer each: integers, rounding, conversion, half, bfloat16 and fp8.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include "inputs.hpp"

// clang-format off: rows of tables

#define MODE(F, name, mode, ...) F("__" #name ": " #mode, __##name##_##mode(__VA_ARGS__))
#define MODES(F, name, ...) \
    MODE(F, name, rn, __VA_ARGS__) MODE(F, name, rz, __VA_ARGS__) MODE(F, name, ru, __VA_ARGS__) MODE(F, name, rd, __VA_ARGS__)
#define ROUNDED(F) \
    MODES(F, fadd, x, y) MODES(F, fsub, x, y) MODES(F, fmul, x, y) MODES(F, fdiv, x, y) MODES(F, fmaf, x, y, z) \
    MODES(F, frcp, x) MODES(F, fsqrt, x) MODES(F, dadd, X, Y) MODES(F, dsub, X, Y) MODES(F, dmul, X, Y) MODES(F, ddiv, X, Y) \
    MODES(F, fma, X, Y, Z) MODES(F, drcp, X) MODES(F, dsqrt, X) MODES(F, float2int, x) MODES(F, double2int, X) \
    MODES(F, float2uint, x) MODES(F, double2uint, X) MODES(F, float2ll, x) MODES(F, double2ll, X) MODES(F, float2ull, x) \
    MODES(F, double2ull, X) MODES(F, double2float, X) MODES(F, int2float, int(a)) MODES(F, uint2float, a) \
    MODES(F, ll2float, (long long)(A)) MODES(F, ull2float, A) MODES(F, ll2double, (long long)(A)) MODES(F, ull2double, A) \
    MODES(F, float2half, x) MODES(F, float2bfloat16, x) MODES(F, half2int, h) MODES(F, half2uint, h) MODES(F, half2short, h) \
    MODES(F, half2ll, h) MODES(F, int2half, int(a)) MODES(F, uint2half, a) MODES(F, short2half, short(a)) \
    MODES(F, bfloat162int, q) MODES(F, int2bfloat16, int(a))

#define PARTS(F, name, ...) F("__v" #name ": 2", __v##name##2(__VA_ARGS__)) F("__v" #name ": 4", __v##name##4(__VA_ARGS__))
#define IN_PARTS(F) \
    PARTS(F, abs, a) PARTS(F, absss, a) PARTS(F, neg, a) PARTS(F, negss, a) PARTS(F, add, a, b) PARTS(F, addss, a, b) \
    PARTS(F, addus, a, b) PARTS(F, avgs, a, b) PARTS(F, avgu, a, b) PARTS(F, cmpeq, a, b) PARTS(F, cmpges, a, b) PARTS(F, cmpgeu, a, b) \
    PARTS(F, cmpgts, a, b) PARTS(F, cmpgtu, a, b) PARTS(F, cmples, a, b) PARTS(F, cmpleu, a, b) PARTS(F, cmplts, a, b) \
    PARTS(F, cmpltu, a, b) PARTS(F, cmpne, a, b) PARTS(F, maxs, a, b) PARTS(F, maxu, a, b) PARTS(F, mins, a, b) PARTS(F, minu, a, b) \
    PARTS(F, sads, a, b) PARTS(F, sadu, a, b) PARTS(F, seteq, a, b) PARTS(F, setges, a, b) PARTS(F, setgeu, a, b) \
    PARTS(F, setgts, a, b) PARTS(F, setgtu, a, b) PARTS(F, setles, a, b) PARTS(F, setleu, a, b) PARTS(F, setlts, a, b) \
    PARTS(F, setltu, a, b) PARTS(F, setne, a, b) PARTS(F, sub, a, b) PARTS(F, subss, a, b) PARTS(F, subus, a, b) \
    PARTS(F, absdiffs, a, b) PARTS(F, absdiffu, a, b) PARTS(F, haddu, a, b)

#define SHORT1(F, name) F(#name ": half", name(h)) F(#name ": bf16", name(q))
#define SHORT2(F, name) F(#name ": half", name(h, g)) F(#name ": bf16", name(q, s))
#define SHORT3(F, name) F(#name ": half", name(h, g, k)) F(#name ": bf16", name(q, s, w))
#define SHORT_NUMBERS(F) \
    SHORT2(F, __hadd) SHORT2(F, __hsub) SHORT2(F, __hmul) SHORT2(F, __hdiv) SHORT2(F, __hmin) SHORT2(F, __hmax) \
    SHORT2(F, __hmin_nan) SHORT2(F, __hmax_nan) SHORT2(F, __hadd_sat) SHORT2(F, __hsub_sat) SHORT2(F, __hmul_sat) \
    SHORT2(F, __hadd_rn) SHORT2(F, __hmul_rn) SHORT3(F, __hfma) SHORT3(F, __hfma_sat) SHORT3(F, __hfma_relu) \
    SHORT2(F, __heq) SHORT2(F, __hne) SHORT2(F, __hlt) SHORT2(F, __hle) SHORT2(F, __hgt) SHORT2(F, __hge) SHORT2(F, __hequ) \
    SHORT2(F, __hneu) SHORT2(F, __hltu) SHORT2(F, __hleu) SHORT2(F, __hgtu) SHORT2(F, __hgeu) SHORT1(F, __hneg) \
    SHORT1(F, __habs) SHORT1(F, htrunc) SHORT1(F, hceil) SHORT1(F, hfloor) SHORT1(F, hrint) SHORT1(F, hsqrt)

#define FP8(F, kind, range) \
    F("to_fp8_" #kind "_" #range ": float", int(__nv_cvt_float_to_fp8(x, __NV_##range, __NV_##kind))) \
    F("to_fp8_" #kind "_" #range ": double", int(__nv_cvt_double_to_fp8(X, __NV_##range, __NV_##kind))) \
    F("to_fp8_" #kind "_" #range ": half", int(__nv_cvt_halfraw_to_fp8(__half_raw(h), __NV_##range, __NV_##kind)))
#define FROM_FP8(F, kind) F("fp8_to_half_" #kind, int(__nv_cvt_fp8_to_halfraw((unsigned char)(a), __NV_##kind).x))

#define CALL1(F, name, v) F(#name, name(v))
#define CALL2(F, name, v, w) F(#name, name(v, w))
#define FUNCTIONS(F) \
    CALL1(F, __clz, a) CALL1(F, __popc, a) CALL1(F, __ffs, a) CALL1(F, __clzll, A) CALL1(F, __popcll, A) CALL1(F, __ffsll, A) \
    CALL1(F, __brev, a) CALL1(F, __brevll, A) F("__byte_perm", __byte_perm(a, b, c)) \
    F("__funnelshift_l", __funnelshift_l(a, b, c)) F("__funnelshift_lc", __funnelshift_lc(a, b, c)) \
    F("__funnelshift_r", __funnelshift_r(a, b, c)) F("__funnelshift_rc", __funnelshift_rc(a, b, c)) \
    CALL2(F, __mul24, a, b) CALL2(F, __mulhi, a, b) F("__hadd", __hadd(int(a), int(b))) CALL2(F, __rhadd, a, b) \
    CALL2(F, __umul24, a, b) CALL2(F, __umulhi, a, b) CALL2(F, __uhadd, a, b) CALL2(F, __urhadd, a, b) \
    CALL2(F, __mul64hi, A, B) CALL2(F, __umul64hi, A, B) F("__sad", __sad(a, b, c)) F("__usad", __usad(a, b, c)) \
    F("__fns", __fns(a, b & 31, int(c % 33) - 16)) \
    F("__dp4a_s", __dp4a(int(a), int(b), int(c))) F("__dp4a_u", __dp4a(a, b, c)) \
    F("__dp2a_lo_s", __dp2a_lo(int(a), int(b), int(c))) F("__dp2a_lo_u", __dp2a_lo(a, b, c)) \
    F("__dp2a_hi_s", __dp2a_hi(int(a), int(b), int(c))) F("__dp2a_hi_u", __dp2a_hi(a, b, c)) \
    IN_PARTS(F) \
    F("__vimax_s32_relu", __vimax_s32_relu(int(a), int(b))) F("__vimin_s32_relu", __vimin_s32_relu(int(a), int(b))) \
    F("__viaddmax_s32", __viaddmax_s32(int(a), int(b), int(c))) F("__viaddmin_s32", __viaddmin_s32(int(a), int(b), int(c))) \
    F("__vimax3_s32", __vimax3_s32(int(a), int(b), int(c))) F("__vimin3_s32", __vimin3_s32(int(a), int(b), int(c))) \
    F("__viaddmax_s32_relu", __viaddmax_s32_relu(int(a), int(b), int(c))) F("__viaddmax_u16x2", __viaddmax_u16x2(a, b, c)) \
    F("__viaddmin_s16x2", __viaddmin_s16x2(a, b, c)) F("__vimax3_s16x2", __vimax3_s16x2(a, b, c)) \
    F("__vimin3_u16x2", __vimin3_u16x2(a, b, c)) F("__viaddmax_s16x2_relu", __viaddmax_s16x2_relu(a, b, c)) \
    F("__vimax_s16x2_relu", __vimax_s16x2_relu(a, b)) \
    ROUNDED(F) \
    CALL1(F, __frsqrt_rn, x) CALL1(F, __saturatef, x) CALL1(F, __float_as_int, x) CALL1(F, __double2hiint, X) \
    CALL1(F, __double2loint, X) F("__hiloint2double", __hiloint2double(int(a), int(b))) \
    CALL2(F, fminf, x, y) CALL2(F, fmaxf, x, y) CALL2(F, fmodf, x, y) CALL2(F, remainderf, x, y) CALL2(F, copysignf, x, y) \
    CALL2(F, nextafterf, x, y) CALL2(F, fdimf, x, y) CALL2(F, fmin, X, Y) CALL2(F, fmax, X, Y) CALL2(F, fmod, X, Y) \
    CALL2(F, remainder, X, Y) CALL2(F, copysign, X, Y) CALL2(F, nextafter, X, Y) CALL2(F, fdim, X, Y) CALL1(F, rintf, x) \
    CALL1(F, truncf, x) CALL1(F, ceilf, x) CALL1(F, floorf, x) CALL1(F, roundf, x) CALL1(F, nearbyintf, x) CALL1(F, fabsf, x) \
    CALL1(F, sqrtf, x) CALL1(F, logbf, x) CALL1(F, rint, X) CALL1(F, trunc, X) CALL1(F, ceil, X) CALL1(F, floor, X) \
    CALL1(F, round, X) CALL1(F, nearbyint, X) CALL1(F, fabs, X) CALL1(F, sqrt, X) CALL1(F, logb, X) \
    F("ilogbf", (long long)(ilogbf(x))) F("lrintf", (long long)(lrintf(x))) F("llrintf", llrintf(x)) \
    F("lroundf", (long long)(lroundf(x))) F("llroundf", llroundf(x)) F("lrint", (long long)(lrint(X))) \
    F("llrint", llrint(X)) F("lround", (long long)(lround(X))) F("llround", llround(X)) \
    F("signbit", (long long)(signbit(x))) F("isnan", (long long)(isnan(x))) F("isinf", (long long)(isinf(x))) \
    F("isfinite", (long long)(isfinite(x))) F("ldexpf", ldexpf(x, int(a % 300) - 150)) \
    F("scalbnf", scalbnf(x, int(a % 300) - 150)) F("ldexp", ldexp(X, int(a % 3000) - 1500)) \
    SHORT_NUMBERS(F) F("__hisnan", __hisnan(h)) F("__hisinf", __hisinf(h)) F("__half2float", __half2float(h)) \
    F("__bfloat162float", __bfloat162float(q)) F("__half_as_short", __half_as_short(h)) F("__double2half", __double2half(X)) \
    F("__double2bfloat16", __double2bfloat16(X)) FP8(F, E4M3, SATFINITE) FP8(F, E4M3, NOSAT) FROM_FP8(F, E4M3) \
    FP8(F, E5M2, SATFINITE) FP8(F, E5M2, NOSAT) FROM_FP8(F, E5M2)

__device__ bits64 bits_of(__half value) { return __hisnan(value) ? 0x7FFF : __half_as_ushort(value); }
__device__ bits64 bits_of(__nv_bfloat16 value) { return __hisnan(value) ? 0x7FFF : __bfloat16_as_ushort(value); }
__device__ bits64 bits_of(bool value) { return value; }

__device__ __half half_number(unsigned i, unsigned stream) { return __ushort_as_half((unsigned short)(word(i * 17 + 3, stream) >> 7)); }
__device__ __nv_bfloat16 brain_number(unsigned i, unsigned stream) {
    return __ushort_as_bfloat16((unsigned short)(word(i * 17 + 5, stream) >> 7));
}

constexpr const char* names[] = {
#define NAME(name, expression) name,
    FUNCTIONS(NAME)};

constexpr int first = __COUNTER__ + 1;
__global__ void evaluate(int function, bits64* results) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const bits32 a = word(i, 1), b = word(i, 2), c = word(i, 3);
    const bits64 A = double_word(a, word(i, 4)), B = double_word(b, word(i, 5));
    const float x = single(i, 6), y = single(i, 7), z = single(i, 8);
    const double X = twofold(i, 9), Y = twofold(i, 10), Z = twofold(i, 11);
    const __half h = half_number(i, 12), g = half_number(i, 13), k = half_number(i, 14);
    const __nv_bfloat16 q = brain_number(i, 15), s = brain_number(i, 16), w = brain_number(i, 17);
#define RESULT(name, expression) \
    case __COUNTER__ - first: results[i] = bits_of(expression); break;
    switch (function) { FUNCTIONS(RESULT) }
}

// clang-format on

int main(int arguments, char** argument) { print_all(names, evaluate, arguments > 1 ? argument[1] : ""); }
// SPDX-License-Identifier: Apache-2.0
