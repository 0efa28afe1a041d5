// Device functions with one right answer each: integers, rounding, conversion, half, bfloat16 and fp8.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include "inputs.hpp"

// clang-format off: rows of tables

#define ROUNDED(F, mode) \
    F("__fadd_" #mode, __fadd_##mode(x, y)) F("__fsub_" #mode, __fsub_##mode(x, y)) F("__fmul_" #mode, __fmul_##mode(x, y)) \
    F("__fdiv_" #mode, __fdiv_##mode(x, y)) F("__fmaf_" #mode, __fmaf_##mode(x, y, z)) F("__frcp_" #mode, __frcp_##mode(x)) \
    F("__fsqrt_" #mode, __fsqrt_##mode(x)) F("__dadd_" #mode, __dadd_##mode(X, Y)) F("__dsub_" #mode, __dsub_##mode(X, Y)) \
    F("__dmul_" #mode, __dmul_##mode(X, Y)) F("__ddiv_" #mode, __ddiv_##mode(X, Y)) F("__fma_" #mode, __fma_##mode(X, Y, Z)) \
    F("__drcp_" #mode, __drcp_##mode(X)) F("__dsqrt_" #mode, __dsqrt_##mode(X)) \
    F("__float2int_" #mode, __float2int_##mode(x)) F("__double2int_" #mode, __double2int_##mode(X)) \
    F("__float2uint_" #mode, __float2uint_##mode(x)) F("__double2uint_" #mode, __double2uint_##mode(X)) \
    F("__float2ll_" #mode, __float2ll_##mode(x)) F("__double2ll_" #mode, __double2ll_##mode(X)) \
    F("__float2ull_" #mode, __float2ull_##mode(x)) F("__double2ull_" #mode, __double2ull_##mode(X)) \
    F("__double2float_" #mode, __double2float_##mode(X)) F("__int2float_" #mode, __int2float_##mode(int(a))) \
    F("__uint2float_" #mode, __uint2float_##mode(a)) F("__ll2float_" #mode, __ll2float_##mode((long long)(A))) \
    F("__ull2float_" #mode, __ull2float_##mode(A)) F("__ll2double_" #mode, __ll2double_##mode((long long)(A))) \
    F("__ull2double_" #mode, __ull2double_##mode(A)) F("__float2half_" #mode, __float2half_##mode(x)) \
    F("__float2bfloat16_" #mode, __float2bfloat16_##mode(x)) F("__half2int_" #mode, __half2int_##mode(h)) \
    F("__half2uint_" #mode, __half2uint_##mode(h)) F("__half2short_" #mode, __half2short_##mode(h)) \
    F("__half2ll_" #mode, __half2ll_##mode(h)) F("__int2half_" #mode, __int2half_##mode(int(a))) \
    F("__uint2half_" #mode, __uint2half_##mode(a)) F("__short2half_" #mode, __short2half_##mode(short(a))) \
    F("__bfloat162int_" #mode, __bfloat162int_##mode(q)) F("__int2bfloat16_" #mode, __int2bfloat16_##mode(int(a)))

#define PARTS1(F, name, parts) F("__v" #name #parts, __v##name##parts(a))
#define PARTS2(F, name, parts) F("__v" #name #parts, __v##name##parts(a, b))
#define IN_PARTS(F, n) \
    PARTS1(F, abs, n) PARTS1(F, absss, n) PARTS1(F, neg, n) PARTS1(F, negss, n) PARTS2(F, add, n) PARTS2(F, addss, n) \
    PARTS2(F, addus, n) PARTS2(F, avgs, n) PARTS2(F, avgu, n) PARTS2(F, cmpeq, n) PARTS2(F, cmpges, n) PARTS2(F, cmpgeu, n) \
    PARTS2(F, cmpgts, n) PARTS2(F, cmpgtu, n) PARTS2(F, cmples, n) PARTS2(F, cmpleu, n) PARTS2(F, cmplts, n) \
    PARTS2(F, cmpltu, n) PARTS2(F, cmpne, n) PARTS2(F, maxs, n) PARTS2(F, maxu, n) PARTS2(F, mins, n) PARTS2(F, minu, n) \
    PARTS2(F, sads, n) PARTS2(F, sadu, n) PARTS2(F, seteq, n) PARTS2(F, setges, n) PARTS2(F, setgeu, n) \
    PARTS2(F, setgts, n) PARTS2(F, setgtu, n) PARTS2(F, setles, n) PARTS2(F, setleu, n) PARTS2(F, setlts, n) \
    PARTS2(F, setltu, n) PARTS2(F, setne, n) PARTS2(F, sub, n) PARTS2(F, subss, n) PARTS2(F, subus, n) \
    PARTS2(F, absdiffs, n) PARTS2(F, absdiffu, n) PARTS2(F, haddu, n)

#define SHORT1(F, name) F(#name "_half", name(h)) F(#name "_bf16", name(q))
#define SHORT2(F, name) F(#name "_half", name(h, g)) F(#name "_bf16", name(q, s))
#define SHORT3(F, name) F(#name "_half", name(h, g, k)) F(#name "_bf16", name(q, s, w))
#define SHORT_NUMBERS(F) \
    SHORT2(F, __hadd) SHORT2(F, __hsub) SHORT2(F, __hmul) SHORT2(F, __hdiv) SHORT2(F, __hmin) SHORT2(F, __hmax) \
    SHORT2(F, __hmin_nan) SHORT2(F, __hmax_nan) SHORT2(F, __hadd_sat) SHORT2(F, __hsub_sat) SHORT2(F, __hmul_sat) \
    SHORT2(F, __hadd_rn) SHORT2(F, __hmul_rn) SHORT3(F, __hfma) SHORT3(F, __hfma_sat) SHORT3(F, __hfma_relu) \
    SHORT2(F, __heq) SHORT2(F, __hne) SHORT2(F, __hlt) SHORT2(F, __hle) SHORT2(F, __hgt) SHORT2(F, __hge) SHORT2(F, __hequ) \
    SHORT2(F, __hneu) SHORT2(F, __hltu) SHORT2(F, __hleu) SHORT2(F, __hgtu) SHORT2(F, __hgeu) SHORT1(F, __hneg) \
    SHORT1(F, __habs) SHORT1(F, htrunc) SHORT1(F, hceil) SHORT1(F, hfloor) SHORT1(F, hrint) SHORT1(F, hsqrt)

#define FP8(F, kind, range) \
    F("float_to_fp8_" #kind "_" #range, int(__nv_cvt_float_to_fp8(x, __NV_##range, __NV_##kind))) \
    F("double_to_fp8_" #kind "_" #range, int(__nv_cvt_double_to_fp8(X, __NV_##range, __NV_##kind))) \
    F("half_to_fp8_" #kind "_" #range, int(__nv_cvt_halfraw_to_fp8(__half_raw(h), __NV_##range, __NV_##kind)))
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
    IN_PARTS(F, 2) IN_PARTS(F, 4) \
    F("__vimax_s32_relu", __vimax_s32_relu(int(a), int(b))) F("__vimin_s32_relu", __vimin_s32_relu(int(a), int(b))) \
    F("__viaddmax_s32", __viaddmax_s32(int(a), int(b), int(c))) F("__viaddmin_s32", __viaddmin_s32(int(a), int(b), int(c))) \
    F("__vimax3_s32", __vimax3_s32(int(a), int(b), int(c))) F("__vimin3_s32", __vimin3_s32(int(a), int(b), int(c))) \
    F("__viaddmax_s32_relu", __viaddmax_s32_relu(int(a), int(b), int(c))) F("__viaddmax_u16x2", __viaddmax_u16x2(a, b, c)) \
    F("__viaddmin_s16x2", __viaddmin_s16x2(a, b, c)) F("__vimax3_s16x2", __vimax3_s16x2(a, b, c)) \
    F("__vimin3_u16x2", __vimin3_u16x2(a, b, c)) F("__viaddmax_s16x2_relu", __viaddmax_s16x2_relu(a, b, c)) \
    F("__vimax_s16x2_relu", __vimax_s16x2_relu(a, b)) \
    ROUNDED(F, rn) ROUNDED(F, rz) ROUNDED(F, ru) ROUNDED(F, rd) \
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
constexpr int functions = sizeof names / sizeof *names;

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

int main(int arguments, char** argument) {
    static bits64 results[inputs];
    bits64* device_results = nullptr;
    cudaMalloc(&device_results, sizeof results);
    for (int i = 0; i < functions; ++i) {
        evaluate<<<inputs / 256, 256>>>(i, device_results);
        const cudaError_t status = cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost);
        print(names[i], results, status, arguments > 1 && strcmp(argument[1], names[i]) == 0);
    }
    cudaFree(device_results);
}
// SPDX-License-Identifier: Apache-2.0
