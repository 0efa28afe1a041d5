// Forms of PTX that few people write, held against what the PTX ISA says in C++. A form that differs prints its line.
// Feature: inline PTX: all arithmetic, conversions, comparisons and video instructions
// Kernel: forms
// Prints: 0 differ
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>

__device__ unsigned mixed(unsigned x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}
__device__ long long part(unsigned long long word, int first, int bits, bool is_signed) {
    const long long value = word >> first & ((1ull << bits) - 1);
    return is_signed && (value >> (bits - 1) & 1) != 0 ? value - (1ll << bits) : value;
}
__device__ long long held(long long value, long long least, long long most) {
    return value < least ? least : value > most ? most : value;
}
__device__ long long magnitude(long long value) { return value < 0 ? -value : value; }
__device__ bool near(double value, double exact, double error) {
    return value == exact || (value != value && exact != exact) || fabs(value - exact) <= error;
}
__device__ unsigned short bits_of(float value) { return __half_as_ushort(__float2half(value)); }
__device__ float half_of(unsigned bits) { return __half2float(__ushort_as_half((unsigned short)bits)); }

#define SAME(...) \
    if (!(__VA_ARGS__)) printf("line %d, input %u: %x %x %x\n", __LINE__, i, a, b, c), atomicAdd(differ, 1u)

__global__ void forms(unsigned* differ) {
    const unsigned i = threadIdx.x;
    const unsigned a = i % 8 == 0 ? i * 0x1111111u : mixed(i), b = i % 4 == 1 ? i % 70 : mixed(i + 1000),
                   c = mixed(i + 2000);
    const int sa = (int)a, sb = (int)b, sc = (int)c;
    const unsigned short ha = (unsigned short)a, hb = (unsigned short)b, hc = (unsigned short)c;
    const unsigned long long la = (unsigned long long)a << 32 | c, lb = (unsigned long long)b << 32 | a;
    const float x = sa * 1e-5f, y = sb * 1e-7f, z = sc * 1e-9f;
    const double dx = sa * 1e-5, dy = sb * 1e-7;
    unsigned r, s;
    unsigned short h, g;
    unsigned long long l, m;
    float f;
    double d;

    // Integers
    asm("add.u16 %0, %1, %2;" : "=h"(h) : "h"(ha), "h"(hb));
    SAME(h == (unsigned short)(a + b));
    asm("mul.hi.s16 %0, %1, %2;" : "=h"(h) : "h"(ha), "h"(hb));
    SAME(h == (unsigned short)((short)ha * (short)hb >> 16));
    asm("mad.lo.s16 %0, %1, %2, %3;" : "=h"(h) : "h"(ha), "h"(hb), "h"(hc));
    SAME(h == (unsigned short)((unsigned)ha * hb + hc));
    asm("mad.wide.s16 %0, %1, %2, %3;" : "=r"(r) : "h"(ha), "h"(hb), "r"(c));
    SAME(r == (unsigned)((short)ha * (short)hb) + c);
    asm("sad.s64 %0, %1, %2, %3;" : "=l"(l) : "l"(la), "l"(lb), "l"(la));
    SAME(l == ((long long)la < (long long)lb ? lb - la : la - lb) + la);
    asm("min.relu.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME((int)r == held(sa < sb ? sa : sb, 0, sa < sb ? sb : sa < 0 ? 0 : sa));
    asm("max.relu.s16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME(part(r, 16, 16, true) == max(max(part(a, 16, 16, true), part(b, 16, 16, true)), 0ll));
    asm("min.u16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME(part(r, 0, 16, false) == min(part(a, 0, 16, false), part(b, 0, 16, false)));
    asm("mad24.hi.sat.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME((int)r == held((part(a, 0, 24, true) * part(b, 0, 24, true) >> 16) + sc, -2147483648ll, 2147483647));
    asm("abs.s64 %0, %1; neg.s64 %0, %0;" : "=l"(l) : "l"(la));
    SAME((long long)l == ((long long)la < 0 ? (long long)la : -(long long)la));
    asm("add.cc.u64 %0, %2, %3; addc.u64 %1, %2, 0;" : "=l"(l), "=l"(m) : "l"(la), "l"(lb));
    SAME(l == la + lb && m == la + (la + lb < la));
    asm("sub.cc.u64 %0, %2, %3; subc.u64 %1, %2, %3;" : "=l"(l), "=l"(m) : "l"(la), "l"(lb));
    SAME(l == la - lb && m == la - lb - (la < lb));
    asm("mad.lo.cc.u64 %0, %2, %3, %4; madc.hi.u64 %1, %2, %3, 0;" : "=l"(l), "=l"(m) : "l"(la), "l"(lb), "l"(~la));
    SAME(l == la * lb + ~la && m == __umul64hi(la, lb) + (l < ~la));

    // Bits
    asm("bfe.s64 %0, %1, %2, %3;" : "=l"(l) : "l"(la), "r"(a % 50), "r"(b % 14 + 1));
    SAME((long long)l == (long long)(la << (64 - a % 50 - (b % 14 + 1))) >> (64 - (b % 14 + 1)));
    asm("bfi.b64 %0, %1, %2, %3, 9;" : "=l"(l) : "l"(la), "l"(lb), "r"(a % 55));
    SAME(l == ((lb & ~(511ull << a % 55)) | (la & 511) << a % 55));
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME(r == (unsigned)(((1ull << b % 32) - 1) << a % 32));
    asm("szext.wrap.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME((int)r == (b % 32 == 0 ? 0 : part(a, 0, b % 32, true)));
    asm("szext.clamp.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b % 40));
    SAME(r == (b % 40 >= 32 ? a : a & ((1u << b % 40) - 1)));
    asm("cnot.b64 %0, %1;" : "=l"(l) : "l"(i % 2 == 0 ? 0 : la));
    SAME(l == (i % 2 == 0 || la == 0));
    asm("shr.s16 %0, %1, %2;" : "=h"(h) : "h"(ha), "r"(b % 20));
    SAME(h == (unsigned short)((short)ha >> (b % 20 > 15 ? 15 : b % 20)));
    asm("{ .reg .pred p, q; setp.lt.u32 q, %2, %3; lop3.and.b32 %0|p, %2, %3, %4, 0x80, q; selp.u32 %1, 1, 0, p; }"
        : "=r"(r), "=r"(s)
        : "r"(a), "r"(b), "r"(c));
    SAME(r == (a & b & c) && s == (r != 0 && a < b));

    // Comparison and selection; NaN in the last lanes
    const float n = i > 250 ? NAN : x;
    asm("{ .reg .pred p, q, t; setp.gt.s32 t, %4, 0; setp.lt.and.f32 p|q, %2, %3, t; selp.u32 %0, 1, 0, p;\n"
        "  selp.u32 %1, 1, 0, q; }"
        : "=r"(r), "=r"(s)
        : "f"(n), "f"(y), "r"(a));
    SAME(r == (n < y && sa > 0) && s == (!(n < y) && sa > 0));
    asm("set.ltu.f32.f32 %0, %1, %2;" : "=f"(f) : "f"(n), "f"(y));
    SAME(f == (n >= y ? 0.0f : 1.0f));
    asm("{ .reg .pred p; setp.ge.s32 p, %3, 0; set.ne.xor.u32.f64 %0, %1, %2, !p; }"
        : "=r"(r)
        : "d"(dx), "d"(dy), "r"(a));
    SAME(r == ((dx != dy) != !(sa >= 0) ? ~0u : 0u));
    asm("set.gt.ftz.f16x2.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME((r >> 16) == (half_of(a >> 16) > half_of(b >> 16) && (a >> 16 & 0x7c00 || b >> 16 & 0x7c00) ? 0x3c00 : 0));
    asm("{ .reg .pred p, q; setp.num.bf16x2 p|q, %2, %2; selp.u32 %0, 1, 0, p; selp.u32 %1, 1, 0, q; }"
        : "=r"(r), "=r"(s)
        : "r"(a));
    SAME(r == ((a & 0x7fff) <= 0x7f80) && s == ((a >> 16 & 0x7fff) <= 0x7f80));
    asm("slct.f64.f32 %0, %1, %2, %3;" : "=d"(d) : "d"(dx), "d"(dy), "f"(n));
    SAME(d == (n >= 0 ? dx : dy));

    // Floating point
    asm("mul.rp.f64 %0, %1, %2;" : "=d"(d) : "d"(dx), "d"(dy));
    SAME(d == __dmul_ru(dx, dy));
    asm("sqrt.rm.f64 %0, %1;" : "=d"(d) : "d"(fabs(dx)));
    SAME(d == __dsqrt_rd(fabs(dx)));
    asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(h) : "h"(bits_of(x)), "h"(bits_of(y)), "h"(bits_of(z)));
    SAME(h == __half_as_ushort(__hfma_sat(__float2half(x), __float2half(y), __float2half(z))));
    asm("add.rn.ftz.f16 %0, %1, %2;" : "=h"(h) : "h"((unsigned short)(ha & 0x83ff)), "h"((unsigned short)0x400));
    SAME(h == 0x400);
    asm("mul.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(a & 0x7bff7bff), "r"(b & 0x7bff7bff));
    SAME(half_of(r) == fminf(half_of(bits_of(half_of(a & 0x7bff) * half_of(b & 0x7bff))), 1.0f));
    asm("neg.ftz.f16x2 %0, %1;" : "=r"(r) : "r"(a & 0x83ff83ff));
    SAME(r == (~a & 0x80008000));
    asm("div.approx.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(-0x1.1p127f));
    SAME(f == 0 && signbit(f) == !signbit(x));
    asm("div.approx.f32 %0, %1, %2;" : "=f"(f) : "f"(i % 2 == 0 ? NAN : INFINITY), "f"(0x1.1p127f));
    SAME(f != f);
    asm("{ .reg .f64 t; mov.f64 t, %1; rcp.approx.ftz.f64 %0, t; }" : "=d"(d) : "d"(dx));
    SAME((unsigned)__double_as_longlong(d) == 0 && near(d, 1 / dx, fabs(0x1p-20 / dx)));
    asm("sin.approx.f32 %0, %1;" : "=f"(f) : "f"(fmodf(y, 3.0f)));
    SAME(near(f, sin((double)fmodf(y, 3.0f)), 0x1p-20));
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(f) : "f"(fmodf(x, 100.0f)));
    SAME(near(f, exp2((double)fmodf(x, 100.0f)), exp2((double)fmodf(x, 100.0f)) * 0x1p-22));
    asm("tanh.approx.bf16x2 %0, %1;" : "=r"(r) : "r"(0x3f803f00 | (a & 0x007f007f)));
    SAME(near(__uint_as_float(r << 16), tanh((double)__uint_as_float((0x3f00 | (a & 0x7f)) << 16)), 0x1.2p-8));
    asm("lg2.approx.f32 %0, %1;" : "=f"(f) : "f"(fabsf(x) + 1e-3f));
    SAME(near(f, log2((double)(fabsf(x) + 1e-3f)), 0x1p-20));

    // Conversions
    asm("cvt.rz.f16.s32 %0, %1;" : "=h"(h) : "r"(a));
    SAME(h == __half_as_ushort(__int2half_rz(sa)));
    asm("cvt.rmi.s16.f16 %0, %1;" : "=h"(h) : "h"(bits_of(x)));
    SAME((short)h == held((long long)floorf(fmaxf(fminf(half_of(bits_of(x)), 1e5f), -1e5f)), -32768, 32767));
    asm("cvt.rp.bf16.f32 %0, %1;" : "=h"(h) : "f"(x));
    SAME(h == __bfloat16_as_ushort(__float2bfloat16_ru(x)));
    asm("cvt.f64.bf16 %0, %1;" : "=d"(d) : "h"((unsigned short)(ha & 0xbfff)));
    SAME(d == (double)__uint_as_float((a & 0xbfff) << 16));
    asm("cvt.rni.sat.f32.f32 %0, %1;" : "=f"(f) : "f"(y));
    SAME(f == __saturatef(rintf(y)));
    asm("cvt.sat.ftz.f32.f32 %0, %1;" : "=f"(f) : "f"(__uint_as_float(a & 0x7fffff)));
    SAME(f == 0);
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == (c << 16 | (unsigned)held(sa, 0, 255) << 8 | (unsigned)held(sb, 0, 255)));
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME(r == ((unsigned)held(sa, -32768, 32767) << 16 | ((unsigned)held(sb, -32768, 32767) & 0xffff)));
    asm("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == (c << 8 | ((unsigned)held(sa, -8, 7) & 15) << 4 | ((unsigned)held(sb, -8, 7) & 15)));
    asm("cvt.rn.satfinite.relu.e5m2x2.f32 %0, %1, %2;" : "=h"(h) : "f"(-fabsf(x)), "f"(1e9f));
    SAME(h == 0x7b);
    asm("cvt.rn.f16x2.e5m2x2 %0, %1;" : "=r"(r) : "h"((unsigned short)(ha & 0x7b7b)));
    SAME(r == ((a & 0x7b00) << 16 | (a & 0x7b) << 8));
    asm("{ .reg .b32 t; cvt.rn.f16x2.e4m3x2 t, %1; cvt.rn.satfinite.e4m3x2.f16x2 %0, t; }"
        : "=h"(h)
        : "h"((unsigned short)(ha & 0xbfbf)));
    SAME(h == (ha & 0xbfbf));
    asm("cvt.rz.relu.satfinite.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(INFINITY), "f"(x));
    SAME(r == (0x7f7f0000 | (x < 0 ? 0 : __float_as_uint(x) >> 16)));
    asm("cvt.rn.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
    SAME(fabsf(__uint_as_float(r) - x) <= fabsf(x) * 0x1p-11f && r % 8192 == 0);

    // Video instructions
    asm("vadd.s32.u32.s32.sat %0, %1.b3, %2.h1;" : "=r"(r) : "r"(a), "r"(b));
    SAME((int)r == part(a, 24, 8, false) + part(b, 16, 16, true));
    asm("vsub.u32.s32.s32.sat %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME(r == (unsigned)held((long long)sa - sb, 0, 0xffffffffll));
    asm("vabsdiff.u32.s32.u32.add %0, %1.b0, %2.b1, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == (unsigned)magnitude(part(a, 0, 8, true) - part(b, 8, 8, false)) + c);
    asm("vmin.s32.u32.s32 %0.h0, %1, %2.b2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == (((unsigned)min((long long)a, part(b, 16, 8, true)) & 0xffff) | (c & 0xffff0000)));
    asm("vmax.s32.s32.s32.min %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME((int)r == min(max(sa, sb), sc));
    asm("vshl.u32.u32.u32.sat.clamp %0, %1.h0, %2.b0;" : "=r"(r) : "r"(a), "r"(b));
    SAME(r == (unsigned)held(part((a & 0xffffll) << min(b & 255, 32u), 0, 34, true), 0, 0xffffffffll));
    asm("vshr.s32.s32.u32.wrap %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    SAME((int)r == sa >> b % 32);
    asm("vset.u32.s32.lt.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == c + ((long long)a < (long long)sb));
    asm("vmad.s32.s32.u32.sat.shr7 %0, -%1.h0, %2.h1, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME((int)r == (-part(a, 0, 16, true) * part(b, 16, 16, false) + sc) >> 7);
    asm("vmad.u32.u32.u32.po %0, %1.b0, %2.b1, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == (a & 255) * (b >> 8 & 255) + c + 1);
    asm("vavrg2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    const long long sum = part(a, 16, 16, true) + part(b, 16, 16, true);
    SAME(part(r, 16, 16, true) == (sum + (sum >= 0)) >> 1);
    asm("vsub2.s32.u32.u32.sat %0.h1, %1.h21, %2.h03, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == ((unsigned)held((long long)(b & 0xffff) - (a & 0xffff), -32768, 32767) << 16 | (c & 0xffff)));
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == __vsadu4(a, b) + c);
    asm("vset4.u32.u32.ge %0.b20, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    SAME(r == ((__vsetgeu4(a, b) & 0xff00ff) | (c & 0xff00ff00)));

    // Registers, constants and scopes
    asm("{ .reg .b16 p<4>; mov.b64 {p0, p1, p2, p3}, %1; mov.b64 %0, {p3, p2, p1, p0}; }" : "=l"(l) : "l"(la));
    SAME(l == ((la & 0xffff) << 48 | (la >> 16 & 0xffff) << 32 | (la >> 32 & 0xffff) << 16 | la >> 48));
    asm("{ .reg .f16 low, high; mov.b32 {low, high}, %2; mov.b16 %0, high; mov.b16 %1, low; }"
        : "=h"(h), "=h"(g)
        : "r"(a));
    SAME(h == a >> 16 && g == (a & 0xffff));
    asm("{ .reg .f32 t; /* a scope */ add.rn.f32 t, %1, 1.5; { .reg .f32 t; mov.f32 t, 0f40000000; mul.f32 %0, t, %1; "
        "}\n"
        "  .pragma \"nounroll\"; add.f32 %0, %0, t; }"
        : "=&f"(f)
        : "f"(y));
    SAME(f == 2.0f * y + (y + 1.5f));
}

int main() {
    unsigned *device, differ;
    cudaMalloc(&device, sizeof(unsigned));
    cudaMemset(device, 0, sizeof(unsigned));
    forms<<<1, 256>>>(device);
    if (cudaMemcpy(&differ, device, sizeof(unsigned), cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    std::printf("%u differ\n", differ);
    cudaFree(device);
    return differ == 0 ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
