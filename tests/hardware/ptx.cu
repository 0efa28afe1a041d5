// Forms of PTX: each on 4096 inputs, and a hash of the results; ptx.txt is what an H200 prints. With the name of a form
// as argument, its results are printed too.
// Feature: inline PTX: carry chains, lop3, prmt, shf, dp4a, redux, match, vote and shfl
#include <string>
#include "inputs.hpp"

struct answer {
    bits64 value[inputs];
    char form[32];
};

// NaN has many bits, of which none is promised.
__device__ unsigned of_half(unsigned bits) { return (bits & 0x7fff) > 0x7c00 ? 0x7fff : bits; }
__device__ unsigned of_brain(unsigned bits) { return (bits & 0x7fff) > 0x7f80 ? 0x7fff : bits; }

// clang-format off
enum kind { none, of_word, of_pair, of_long, of_short, of_single, of_double, of_f16, of_bf16, of_f16x2, of_bf16x2, of_tf32 };
#define FORM(result, name) break; case __LINE__: kind = result; form = name;
#define WORD(name) FORM(of_word, name)
#define PAIR(name) FORM(of_pair, name)
#define LONG(name) FORM(of_long, name)
#define SHORT(name) FORM(of_short, name)
#define SINGLE(name) FORM(of_single, name)
#define DOUBLE(name) FORM(of_double, name)
#define HALF(name) FORM(of_f16, name)
#define BRAIN(name) FORM(of_bf16, name)
#define HALVES(name) FORM(of_f16x2, name)
#define BRAINS(name) FORM(of_bf16x2, name)
#define TENSOR(name) FORM(of_tf32, name)

constexpr int first_line = __LINE__;
__global__ void compute(int line, unsigned clamp, answer* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned a = word(i, 1), b = word(i, 2), c = word(i, 3), divisor = (b | 1) == ~0u ? 3 : b | 1;
    const unsigned short narrow_a = a, narrow_b = b;
    const unsigned long long la = (unsigned long long)a << 32 | word(i, 4), lb = (unsigned long long)b << 32 | word(i, 5), lc = la ^ lb;
    const float x = single(i, 6), y = single(i, 7), z = single(i, 8);
    const double dx = twofold(i, 9), dy = twofold(i, 10), dz = twofold(i, 11);
    unsigned o = 0, h = 0;
    unsigned short s = 0;
    unsigned long long l = 0;
    float f = 0;
    double g = 0;
    enum kind kind = none;
    const char* form = "";
    switch (line) {
    default:

    // Integers
    WORD("mul.lo.u32") asm("mul.lo.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("mul.hi.u32") asm("mul.hi.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("min.u32") asm("min.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("max.u32") asm("max.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("div.u32") asm("div.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("rem.u32") asm("rem.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("mad.lo.u32") asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("mad.hi.u32") asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("sad.u32") asm("sad.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("mul24.lo.u32") asm("mul24.lo.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("mul24.hi.u32") asm("mul24.hi.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("mad24.lo.u32") asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    LONG("mul.wide.u32") asm("mul.wide.u32 %0, %1, %2;" : "=l"(l) : "r"(a), "r"(b));
    LONG("mad.wide.u32") asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(l) : "r"(a), "r"(b), "l"(lc));
    WORD("bfe.u32") asm("bfe.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b % 70), "r"(c % 70));
    WORD("bfind.u32") asm("bfind.u32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("bfind.shiftamt.u32") asm("bfind.shiftamt.u32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("shr.u32") asm("shr.u32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b % 70));
    WORD("dp4a.u32.u32") asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("dp2a.lo.u32.u32") asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("dp2a.hi.u32.u32") asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("mul.lo.s32") asm("mul.lo.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("mul.hi.s32") asm("mul.hi.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("min.s32") asm("min.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("max.s32") asm("max.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("div.s32") asm("div.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("rem.s32") asm("rem.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(divisor));
    WORD("mad.lo.s32") asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("mad.hi.s32") asm("mad.hi.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("sad.s32") asm("sad.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("mul24.lo.s32") asm("mul24.lo.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("mul24.hi.s32") asm("mul24.hi.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("mad24.lo.s32") asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    LONG("mul.wide.s32") asm("mul.wide.s32 %0, %1, %2;" : "=l"(l) : "r"(a), "r"(b));
    LONG("mad.wide.s32") asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(l) : "r"(a), "r"(b), "l"(lc));
    WORD("bfe.s32") asm("bfe.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b % 70), "r"(c % 70));
    WORD("bfind.s32") asm("bfind.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("bfind.shiftamt.s32") asm("bfind.shiftamt.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("shr.s32") asm("shr.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b % 70));
    WORD("dp4a.s32.s32") asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("dp2a.lo.s32.s32") asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("dp2a.hi.s32.s32") asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("add.sat.s32") asm("add.sat.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("sub.sat.s32") asm("sub.sat.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("mad.hi.sat.s32") asm("mad.hi.sat.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("abs.s32") asm("abs.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("neg.s32") asm("neg.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("brev.b32") asm("brev.b32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("clz.b32") asm("clz.b32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("popc.b32") asm("popc.b32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("not.b32") asm("not.b32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("cnot.b32") asm("cnot.b32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("dp4a.u32.s32") asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("dp2a.lo.s32.u32") asm("dp2a.lo.s32.u32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));

    // Bits
    WORD("lop3.b32 150") asm("lop3.b32 %0, %1, %2, %3, 150;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("lop3.b32 232") asm("lop3.b32 %0, %1, %2, %3, 232;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("lop3.b32 128") asm("lop3.b32 %0, %1, %2, %3, 128;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("lop3.b32 27") asm("lop3.b32 %0, %1, %2, %3, 27;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("lop3.b32 202") asm("lop3.b32 %0, %1, %2, %3, 202;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("lop3.b32 60") asm("lop3.b32 %0, %1, %2, %3, 60;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32") asm("prmt.b32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32.f4e") asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32.b4e") asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32.rc8") asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32.ecl") asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32.ecr") asm("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("prmt.b32.rc16") asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    WORD("shf.l.wrap.b32") asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c % 70));
    WORD("shf.l.clamp.b32") asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c % 70));
    WORD("shf.r.wrap.b32") asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c % 70));
    WORD("shf.r.clamp.b32") asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c % 70));
    WORD("shl.b32") asm("shl.b32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b % 70));
    WORD("bfi.b32") asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(o) : "r"(a), "r"(b), "r"(c % 40), "r"(a % 40));
    WORD("slct.u32.s32") asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    SINGLE("slct.f32.f32") asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));

    // Carries
    PAIR("add.cc chain") asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;" : "=r"(o), "=r"(h) : "r"(a), "r"(b), "r"(c), "r"(a));
    PAIR("sub.cc chain") asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, %4, %5;" : "=r"(o), "=r"(h) : "r"(a), "r"(b), "r"(c), "r"(a));
    PAIR("mad.lo.cc chain") asm("mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;"
        : "=r"(o), "=r"(h) : "r"(a), "r"(b), "r"(c), "r"(a));

    // 64 bits
    LONG("mul.lo.u64") asm("mul.lo.u64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    LONG("mul.hi.u64") asm("mul.hi.u64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    LONG("mul.hi.s64") asm("mul.hi.s64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    LONG("min.s64") asm("min.s64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    LONG("max.u64") asm("max.u64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    LONG("xor.b64") asm("xor.b64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    LONG("and.b64") asm("and.b64 %0, %1, %2;" : "=l"(l) : "l"(la), "l"(lb));
    WORD("popc.b64") asm("popc.b64 %0, %1;" : "=r"(o) : "l"(la));
    WORD("clz.b64") asm("clz.b64 %0, %1;" : "=r"(o) : "l"(la));
    WORD("bfind.u64") asm("bfind.u64 %0, %1;" : "=r"(o) : "l"(la));
    LONG("brev.b64") asm("brev.b64 %0, %1;" : "=l"(l) : "l"(la));
    LONG("bfe.u64") asm("bfe.u64 %0, %1, %2, %3;" : "=l"(l) : "l"(la), "r"(b % 80), "r"(c % 80));
    LONG("shr.s64") asm("shr.s64 %0, %1, %2;" : "=l"(l) : "l"(la), "r"(b % 90));
    LONG("shl.b64") asm("shl.b64 %0, %1, %2;" : "=l"(l) : "l"(la), "r"(b % 90));

    // Floating point
    SINGLE("add.rn.f32") asm("add.rn.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("add.rz.f32") asm("add.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("add.rn.ftz.f32") asm("add.rn.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("add.rn.sat.f32") asm("add.rn.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("add.rn.ftz.sat.f32") asm("add.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("add.rm.f32") asm("add.rm.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("add.rp.f32") asm("add.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rn.f32") asm("sub.rn.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rz.f32") asm("sub.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rn.ftz.f32") asm("sub.rn.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rn.sat.f32") asm("sub.rn.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rn.ftz.sat.f32") asm("sub.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rm.f32") asm("sub.rm.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sub.rp.f32") asm("sub.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rn.f32") asm("mul.rn.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rz.f32") asm("mul.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rn.ftz.f32") asm("mul.rn.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rn.sat.f32") asm("mul.rn.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rn.ftz.sat.f32") asm("mul.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rm.f32") asm("mul.rm.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("mul.rp.f32") asm("mul.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("fma.rn.f32") asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));
    SINGLE("fma.rz.f32") asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));
    SINGLE("fma.rm.f32") asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));
    SINGLE("fma.rp.f32") asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));
    SINGLE("fma.rn.ftz.f32") asm("fma.rn.ftz.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));
    SINGLE("fma.rn.sat.f32") asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(f) : "f"(x), "f"(y), "f"(z));
    SINGLE("div.rn.f32") asm("div.rn.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sqrt.rn.f32") asm("sqrt.rn.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("rcp.rn.f32") asm("rcp.rn.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("div.rz.f32") asm("div.rz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sqrt.rz.f32") asm("sqrt.rz.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("rcp.rz.f32") asm("rcp.rz.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("div.rm.f32") asm("div.rm.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sqrt.rm.f32") asm("sqrt.rm.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("rcp.rm.f32") asm("rcp.rm.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("div.rp.f32") asm("div.rp.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sqrt.rp.f32") asm("sqrt.rp.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("rcp.rp.f32") asm("rcp.rp.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("div.rn.ftz.f32") asm("div.rn.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("sqrt.rn.ftz.f32") asm("sqrt.rn.ftz.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("rcp.rn.ftz.f32") asm("rcp.rn.ftz.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("min.f32") asm("min.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("max.f32") asm("max.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("min.ftz.f32") asm("min.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("max.ftz.f32") asm("max.ftz.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("min.NaN.f32") asm("min.NaN.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("max.NaN.f32") asm("max.NaN.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("min.ftz.NaN.f32") asm("min.ftz.NaN.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("max.ftz.NaN.f32") asm("max.ftz.NaN.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("min.xorsign.abs.f32") asm("min.xorsign.abs.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("max.xorsign.abs.f32") asm("max.xorsign.abs.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    SINGLE("abs.f32") asm("abs.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("neg.f32") asm("neg.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("abs.ftz.f32") asm("abs.ftz.f32 %0, %1;" : "=f"(f) : "f"(x));
    SINGLE("copysign.f32") asm("copysign.f32 %0, %1, %2;" : "=f"(f) : "f"(x), "f"(y));
    DOUBLE("copysign.f64") asm("copysign.f64 %0, %1, %2;" : "=d"(g) : "d"(dx), "d"(dy));
    DOUBLE("min.f64") asm("min.f64 %0, %1, %2;" : "=d"(g) : "d"(dx), "d"(dy));
    DOUBLE("max.f64") asm("max.f64 %0, %1, %2;" : "=d"(g) : "d"(dx), "d"(dy));
    DOUBLE("fma.rz.f64") asm("fma.rz.f64 %0, %1, %2, %3;" : "=d"(g) : "d"(dx), "d"(dy), "d"(dz));

    // Comparisons
    WORD("testp.finite.f32") asm("{ .reg .pred p; testp.finite.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x));
    WORD("testp.infinite.f32") asm("{ .reg .pred p; testp.infinite.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x));
    WORD("testp.number.f32") asm("{ .reg .pred p; testp.number.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x));
    WORD("testp.notanumber.f32") asm("{ .reg .pred p; testp.notanumber.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x));
    WORD("testp.normal.f32") asm("{ .reg .pred p; testp.normal.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x));
    WORD("testp.subnormal.f32") asm("{ .reg .pred p; testp.subnormal.f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x));
    WORD("setp.eq.f32") asm("{ .reg .pred p; setp.eq.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.ne.f32") asm("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.lt.f32") asm("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.le.f32") asm("{ .reg .pred p; setp.le.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.gt.f32") asm("{ .reg .pred p; setp.gt.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.ge.f32") asm("{ .reg .pred p; setp.ge.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.equ.f32") asm("{ .reg .pred p; setp.equ.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.neu.f32") asm("{ .reg .pred p; setp.neu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.ltu.f32") asm("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.leu.f32") asm("{ .reg .pred p; setp.leu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.gtu.f32") asm("{ .reg .pred p; setp.gtu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.geu.f32") asm("{ .reg .pred p; setp.geu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.num.f32") asm("{ .reg .pred p; setp.num.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("setp.nan.f32") asm("{ .reg .pred p; setp.nan.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "f"(x), "f"(y));
    WORD("set.eq.u32.s32") asm("set.eq.u32.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("set.ne.u32.s32") asm("set.ne.u32.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("set.lt.u32.s32") asm("set.lt.u32.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("set.le.u32.s32") asm("set.le.u32.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("set.gt.u32.s32") asm("set.gt.u32.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("set.ge.u32.s32") asm("set.ge.u32.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("setp.lo.u32") asm("{ .reg .pred p; setp.lo.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "r"(a), "r"(b));
    WORD("setp.ls.u32") asm("{ .reg .pred p; setp.ls.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "r"(a), "r"(b));
    WORD("setp.hi.u32") asm("{ .reg .pred p; setp.hi.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "r"(a), "r"(b));
    WORD("setp.hs.u32") asm("{ .reg .pred p; setp.hs.u32 p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(o) : "r"(a), "r"(b));

    // Conversions
    WORD("cvt.rni.s32.f32") asm("cvt.rni.s32.f32 %0, %1;" : "=r"(o) : "f"(x));
    WORD("cvt.rni.u32.f32") asm("cvt.rni.u32.f32 %0, %1;" : "=r"(o) : "f"(x));
    LONG("cvt.rni.s64.f64") asm("cvt.rni.s64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    LONG("cvt.rni.u64.f64") asm("cvt.rni.u64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    SHORT("cvt.rni.sat.s8.f32") asm("{ .reg .b32 t; cvt.rni.s8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rni.sat.u8.f32") asm("{ .reg .b32 t; cvt.rni.u8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rni.sat.s16.f32") asm("{ .reg .b32 t; cvt.rni.s16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rni.sat.u16.f32") asm("{ .reg .b32 t; cvt.rni.u16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SINGLE("cvt.rni.f32.f32") asm("cvt.rni.f32.f32 %0, %1;" : "=f"(f) : "f"(x));
    DOUBLE("cvt.rni.f64.f64") asm("cvt.rni.f64.f64 %0, %1;" : "=d"(g) : "d"(dx));
    WORD("cvt.rzi.s32.f32") asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(o) : "f"(x));
    WORD("cvt.rzi.u32.f32") asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(o) : "f"(x));
    LONG("cvt.rzi.s64.f64") asm("cvt.rzi.s64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    LONG("cvt.rzi.u64.f64") asm("cvt.rzi.u64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    SHORT("cvt.rzi.sat.s8.f32") asm("{ .reg .b32 t; cvt.rzi.s8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rzi.sat.u8.f32") asm("{ .reg .b32 t; cvt.rzi.u8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rzi.sat.s16.f32") asm("{ .reg .b32 t; cvt.rzi.s16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rzi.sat.u16.f32") asm("{ .reg .b32 t; cvt.rzi.u16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SINGLE("cvt.rzi.f32.f32") asm("cvt.rzi.f32.f32 %0, %1;" : "=f"(f) : "f"(x));
    DOUBLE("cvt.rzi.f64.f64") asm("cvt.rzi.f64.f64 %0, %1;" : "=d"(g) : "d"(dx));
    WORD("cvt.rmi.s32.f32") asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(o) : "f"(x));
    WORD("cvt.rmi.u32.f32") asm("cvt.rmi.u32.f32 %0, %1;" : "=r"(o) : "f"(x));
    LONG("cvt.rmi.s64.f64") asm("cvt.rmi.s64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    LONG("cvt.rmi.u64.f64") asm("cvt.rmi.u64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    SHORT("cvt.rmi.sat.s8.f32") asm("{ .reg .b32 t; cvt.rmi.s8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rmi.sat.u8.f32") asm("{ .reg .b32 t; cvt.rmi.u8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rmi.sat.s16.f32") asm("{ .reg .b32 t; cvt.rmi.s16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rmi.sat.u16.f32") asm("{ .reg .b32 t; cvt.rmi.u16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SINGLE("cvt.rmi.f32.f32") asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(f) : "f"(x));
    DOUBLE("cvt.rmi.f64.f64") asm("cvt.rmi.f64.f64 %0, %1;" : "=d"(g) : "d"(dx));
    WORD("cvt.rpi.s32.f32") asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(o) : "f"(x));
    WORD("cvt.rpi.u32.f32") asm("cvt.rpi.u32.f32 %0, %1;" : "=r"(o) : "f"(x));
    LONG("cvt.rpi.s64.f64") asm("cvt.rpi.s64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    LONG("cvt.rpi.u64.f64") asm("cvt.rpi.u64.f64 %0, %1;" : "=l"(l) : "d"(dx));
    SHORT("cvt.rpi.sat.s8.f32") asm("{ .reg .b32 t; cvt.rpi.s8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rpi.sat.u8.f32") asm("{ .reg .b32 t; cvt.rpi.u8.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rpi.sat.s16.f32") asm("{ .reg .b32 t; cvt.rpi.s16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SHORT("cvt.rpi.sat.u16.f32") asm("{ .reg .b32 t; cvt.rpi.u16.f32 t, %1; cvt.u16.u32 %0, t; }" : "=h"(s) : "f"(x));
    SINGLE("cvt.rpi.f32.f32") asm("cvt.rpi.f32.f32 %0, %1;" : "=f"(f) : "f"(x));
    DOUBLE("cvt.rpi.f64.f64") asm("cvt.rpi.f64.f64 %0, %1;" : "=d"(g) : "d"(dx));
    SINGLE("cvt.rn.f32.s32") asm("cvt.rn.f32.s32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rn.f32.u32") asm("cvt.rn.f32.u32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rn.f32.f64") asm("cvt.rn.f32.f64 %0, %1;" : "=f"(f) : "d"(dx));
    SINGLE("cvt.rz.f32.s32") asm("cvt.rz.f32.s32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rz.f32.u32") asm("cvt.rz.f32.u32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rz.f32.f64") asm("cvt.rz.f32.f64 %0, %1;" : "=f"(f) : "d"(dx));
    SINGLE("cvt.rm.f32.s32") asm("cvt.rm.f32.s32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rm.f32.u32") asm("cvt.rm.f32.u32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rm.f32.f64") asm("cvt.rm.f32.f64 %0, %1;" : "=f"(f) : "d"(dx));
    SINGLE("cvt.rp.f32.s32") asm("cvt.rp.f32.s32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rp.f32.u32") asm("cvt.rp.f32.u32 %0, %1;" : "=f"(f) : "r"(a));
    SINGLE("cvt.rp.f32.f64") asm("cvt.rp.f32.f64 %0, %1;" : "=f"(f) : "d"(dx));
    WORD("cvt.sat.s8.s32") asm("cvt.sat.s8.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("cvt.sat.u8.s32") asm("cvt.sat.u8.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("cvt.sat.s16.s32") asm("cvt.sat.s16.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("cvt.sat.u16.s32") asm("cvt.sat.u16.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("cvt.sat.u32.s32") asm("cvt.sat.u32.s32 %0, %1;" : "=r"(o) : "r"(a));
    WORD("cvt.sat.s32.s64") asm("cvt.sat.s32.s64 %0, %1;" : "=r"(o) : "l"(la));
    HALF("cvt.rn.f16.f32") asm("cvt.rn.f16.f32 %0, %1;" : "=h"(s) : "f"(x));
    BRAIN("cvt.rn.bf16.f32") asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(s) : "f"(x));
    BRAIN("cvt.rz.bf16.f32") asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(s) : "f"(x));
    HALF("cvt.rn.relu.f16.f32") asm("cvt.rn.relu.f16.f32 %0, %1;" : "=h"(s) : "f"(x));
    HALVES("cvt.rn.f16x2.f32") asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(o) : "f"(x), "f"(y));
    BRAINS("cvt.rn.bf16x2.f32") asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(o) : "f"(x), "f"(y));
    TENSOR("cvt.rna.tf32.f32") asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(o) : "f"(x));
    SHORT("cvt.rn.satfinite.e4m3x2.f32") asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(s) : "f"(x), "f"(y));
    SHORT("cvt.rn.satfinite.e5m2x2.f32") asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(s) : "f"(x), "f"(y));
    HALVES("cvt.rn.f16x2.e4m3x2") asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(o) : "h"(narrow_a));

    // 16 bits
    HALVES("add.f16x2") asm("add.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("sub.f16x2") asm("sub.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("mul.f16x2") asm("mul.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("fma.rn.f16x2") asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    HALVES("min.f16x2") asm("min.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("max.f16x2") asm("max.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("min.NaN.f16x2") asm("min.NaN.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("max.xorsign.abs.f16x2") asm("max.xorsign.abs.f16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    HALVES("fma.rn.relu.f16x2") asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    HALVES("neg.f16x2") asm("neg.f16x2 %0, %1;" : "=r"(o) : "r"(a));
    HALVES("abs.f16x2") asm("abs.f16x2 %0, %1;" : "=r"(o) : "r"(a));
    BRAINS("add.bf16x2") asm("add.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("sub.bf16x2") asm("sub.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("mul.bf16x2") asm("mul.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("fma.rn.bf16x2") asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    BRAINS("min.bf16x2") asm("min.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("max.bf16x2") asm("max.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("min.NaN.bf16x2") asm("min.NaN.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("max.xorsign.abs.bf16x2") asm("max.xorsign.abs.bf16x2 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    BRAINS("fma.rn.relu.bf16x2") asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b), "r"(c));
    BRAINS("neg.bf16x2") asm("neg.bf16x2 %0, %1;" : "=r"(o) : "r"(a));
    BRAINS("abs.bf16x2") asm("abs.bf16x2 %0, %1;" : "=r"(o) : "r"(a));

    // Warps
    WORD("redux.sync.add.s32") asm volatile("redux.sync.add.s32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a));
    WORD("redux.sync.min.s32") asm volatile("redux.sync.min.s32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a));
    WORD("redux.sync.max.s32") asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a));
    WORD("redux.sync.and.b32") asm volatile("redux.sync.and.b32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a));
    WORD("redux.sync.or.b32") asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a));
    WORD("redux.sync.xor.b32") asm volatile("redux.sync.xor.b32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a));
    WORD("match.any.sync.b32") asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a % 5));
    WORD("match.all.sync.b32") asm volatile("match.all.sync.b32 %0, %1, 0xffffffff;" : "=r"(o) : "r"(a % 5));
    WORD("vote.ballot") asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 0x60000000; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
        : "=r"(o) : "r"(a));
    WORD("vote.any") asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 0xf0000000; vote.sync.any.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
        : "=r"(o) : "r"(a));
    WORD("vote.all") asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 0xf0000000; vote.sync.all.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
        : "=r"(o) : "r"(a));
    WORD("vote.uni") asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 0xf0000000; vote.sync.uni.pred q, p, 0xffffffff; selp.u32 %0, 1, 0, q; }"
        : "=r"(o) : "r"(a));
    PAIR("shfl.up") asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 0, p; }"
        : "=r"(o), "=r"(h) : "r"(a), "r"(i / 32 % 40), "r"(clamp));
    PAIR("shfl.down") asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 0, p; }"
        : "=r"(o), "=r"(h) : "r"(a), "r"(i / 32 % 40), "r"(clamp));
    PAIR("shfl.bfly") asm volatile("{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 0, p; }"
        : "=r"(o), "=r"(h) : "r"(a), "r"(i / 32 % 40), "r"(clamp));
    PAIR("shfl.idx") asm volatile("{ .reg .pred p; shfl.sync.idx.b32 %0|p, %2, %3, %4, 0xffffffff; selp.u32 %1, 1, 0, p; }"
        : "=r"(o), "=r"(h) : "r"(a), "r"(i / 32 % 40), "r"(clamp));

    // Special registers
    WORD("laneid") asm volatile("mov.u32 %0, %%laneid;" : "=r"(o));
    WORD("lanemask_lt") asm volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(o));
    WORD("lanemask_le") asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(o));
    WORD("lanemask_gt") asm volatile("mov.u32 %0, %%lanemask_gt;" : "=r"(o));
    WORD("lanemask_ge") asm volatile("mov.u32 %0, %%lanemask_ge;" : "=r"(o));
    WORD("lanemask_eq") asm volatile("mov.u32 %0, %%lanemask_eq;" : "=r"(o));
    WORD("ntid.x") asm volatile("mov.u32 %0, %%ntid.x;" : "=r"(o));
    WORD("ctaid.x") asm volatile("mov.u32 %0, %%ctaid.x;" : "=r"(o));
    WORD("nctaid.x") asm volatile("mov.u32 %0, %%nctaid.x;" : "=r"(o));
    WORD("tid.y") asm volatile("mov.u32 %0, %%tid.y;" : "=r"(o));

    // Others
    WORD("bmsk") asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(o) : "r"(a % 40), "r"(b % 40));
    WORD("szext") asm("szext.clamp.s32 %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b % 40));
    WORD("fns") asm("fns.b32 %0, %1, %2, %3;" : "=r"(o) : "r"(a), "r"(b & 31), "r"(c % 33 - 16));
    WORD("vadd.sat") asm("vadd.u32.s32.s32.sat %0, %1, %2;" : "=r"(o) : "r"(a), "r"(b));
    WORD("vmax.b1") asm("vmax.s32.s32.s32 %0, %1.b1, %2.h0;" : "=r"(o) : "r"(a), "r"(b));
    LONG("mov pack") asm("{ .reg .b32 l; mov.b32 l, {%1, %2}; cvt.u64.u32 %0, l; }" : "=l"(l) : "h"(narrow_a), "h"(narrow_b));
    WORD("mov unpack") asm("mov.b64 {%0, %1}, %2;" : "=r"(o), "=r"(h) : "l"(la)); o ^= h;
    }
    const bool is_number = kind == of_single ? f == f : g == g;
    switch (kind) {
    case none: break;
    case of_word: l = o; break;
    case of_pair: l = (unsigned long long)h << 32 | o; break;
    case of_long: break;
    case of_short: l = s; break;
    case of_single: l = is_number ? __float_as_uint(f) : 0x7fffffff; break;
    case of_double: l = is_number ? __double_as_longlong(g) : 0x7fffffffffffffff; break;
    case of_f16: l = of_half(s); break;
    case of_bf16: l = of_brain(s); break;
    case of_f16x2: l = of_half(o >> 16) << 16 | of_half(o & 0xffff); break;
    case of_bf16x2: l = of_brain(o >> 16) << 16 | of_brain(o & 0xffff); break;
    case of_tf32: l = x == x ? o : 7; break;
    }
    out->value[i] = l;
    for (int n = 0; i == 0 && (n == 0 || form[n - 1] != 0); ++n) out->form[n] = form[n];
}
constexpr int last_line = __LINE__;
// clang-format on

/// An instruction is a row of the output; conversions are one for each way to round, shuffles one for each kind.
std::string row_and_column(std::string form) {
    const bool of_two_words = form.rfind("cvt.", 0) == 0 || form.rfind("shfl.", 0) == 0;
    const std::size_t end = form.find_first_of(". ", of_two_words ? form.find('.') + 1 : 0);
    return end == std::string::npos ? form : form.replace(end, 1, ": ");
}

int main(int argc, char** argv) {
    static answer host;
    answer* device;
    if (cudaMalloc(&device, sizeof(answer)) != cudaSuccess) return 1;
    constexpr unsigned clamps[] = {0x1f, 0x1c1f, 0x181f, 0x1800, 0, 0xf, 0x101f};  // of shuffles
    for (int line = first_line; line < last_line; ++line) {
        for (const unsigned clamp : clamps) {
            compute<<<inputs / 256, 256>>>(line, clamp, device);
            const cudaError_t status = cudaMemcpy(&host, device, sizeof(answer), cudaMemcpyDeviceToHost);
            if (host.form[0] == 0) break;  // a line without a form
            const bool shuffles = std::strncmp(host.form, "shfl", 4) == 0;
            char form[40];
            std::snprintf(form, sizeof form, shuffles ? "%s 0x%x" : "%s", host.form, clamp);
            const std::string name = row_and_column(form);
            print(name.c_str(), host.value, status, argc > 1 && name == argv[1]);
            if (!shuffles) break;
        }
    }
    cudaFree(device);
    return 0;
}
// SPDX-License-Identifier: Apache-2.0
