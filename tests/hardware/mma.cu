// Matrices of a warp: products by PTX (mma.sync) and by mma.h, rows to and from shared memory. For each a hash of what
// the lanes get; mma.txt is what an H200 prints. With a line's name as argument, its results are printed too.
// Feature: tensor cores: mma.sync in f16, bf16, tf32, fp8, f64, s8, s4 and b1, stmatrix and movmatrix, by inline PTX
// Feature: tensor cores: mma.h (fragments, load_matrix_sync, mma_sync, bmma_sync, store_matrix_sync) in half, bfloat16, tf32, double, int8, s4 and b1
#include <mma.h>
#include "matrix_inputs.hpp"

namespace wmma = nvcuda::wmma;

constexpr int results = 128;
struct answer {
    bits64 value[results];  // four a lane
    char form[48];
    bool of_integers;
};
__device__ void set_form(answer* out, const char* form) {
    for (int n = 0; threadIdx.x == 0 && (n == 0 || form[n - 1] != 0); ++n) out->form[n] = form[n];
}

__device__ double double_of(values v, bool sum, unsigned i, unsigned stream) {
    const bits32 m = mixed(i, stream), more = mixed(i, stream + 40);
    const bits64 any = double_word(m, more), without_exponent = any & 0x800FFFFFFFFFFFFF;
    const double integer = sum ? int(m % 201) - 100 : int(m % 17) - 8;
    return v == fractions && !sum        ? fma(double(mixed(i, 77) >> 20), 1e-5, integer)
           : v == spread                 ? __longlong_as_double(without_exponent | bits64(991 + more % 64) << 52)
           : v == subnormal              ? __longlong_as_double(without_exponent)
           : v == zeros                  ? __longlong_as_double(any & 0x8000000000000000)
           : v == large                  ? __longlong_as_double(without_exponent | bits64(1503 + more % 64) << 52)
           : v == special && m % 23 == 0 ? __longlong_as_double(any & 0x8000000000000000 | 0x7FF0000000000000)
           : v == special && m % 23 == 1 ? __longlong_as_double(any | 0x7FF8000000000000)
                                         : integer;
}

// clang-format off
#define FORM(of_factors, of_sums, name) break; case __LINE__: form = name; factors = of_factors; sums = of_sums; fill();
#define MOVE(name) break; case __LINE__: form = name;
constexpr int first_product = __LINE__;
__global__ void multiply(int line, values v, answer* out) {
    const unsigned i = threadIdx.x;
    unsigned a[4], b[2], h[2];
    float f[4];
    int n[4];
    double x[8], y[4], z[4];
    enum factors factors = bits;
    enum sums sums = integers;
    const char* form = "";
    const auto fill = [&] {
        for (unsigned k = 0; k < 4; ++k) a[k] = register_of(factors, v, false, i, 1 + k);
        for (unsigned k = 0; k < 2; ++k) b[k] = register_of(factors, v, true, i, 11 + k);
        for (unsigned k = 0; k < 2; ++k) h[k] = register_of(f16, v == fractions ? whole : v, false, i, 21 + k);
        for (unsigned k = 0; k < 8; ++k) x[k] = double_of(v, false, i, 1 + k);
        for (unsigned k = 0; k < 4; ++k) y[k] = double_of(v == subnormal || v == zeros ? whole : v, false, i, 11 + k);
        for (unsigned k = 0; k < 4; ++k) {
            f[k] = single_sum(v, i, 21 + k);
            z[k] = double_of(v, true, i, 21 + k);
            n[k] = integer_sum(v, i, 21 + k);
        }
    };
    switch (line) {
    default:

    // f16, bf16, tf32
    FORM(f16, singles, "m16n8k8.row.col.f32.f16.f16.f32") asm("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(f16, halves, "m16n8k8.row.col.f16.f16.f16.f16") asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bf16, singles, "m16n8k8.row.col.f32.bf16.bf16.f32") asm("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(f16, singles, "m16n8k16.row.col.f32.f16.f16.f32") asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(f16, halves, "m16n8k16.row.col.f16.f16.f16.f16") asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bf16, singles, "m16n8k16.row.col.f32.bf16.bf16.f32") asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(tf32, singles, "m16n8k4.row.col.f32.tf32.tf32.f32") asm("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(tf32, singles, "m16n8k8.row.col.f32.tf32.tf32.f32") asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));

    // fp8
    FORM(fp8, singles, "m16n8k16.row.col.f32.e4m3.e4m3.f32") asm("mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, halves, "m16n8k16.row.col.f16.e4m3.e4m3.f16") asm("mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e4m3.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, singles, "m16n8k32.row.col.f32.e4m3.e4m3.f32") asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, halves, "m16n8k32.row.col.f16.e4m3.e4m3.f16") asm("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e4m3.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, singles, "m16n8k16.row.col.f32.e4m3.e5m2.f32") asm("mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e5m2.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, halves, "m16n8k16.row.col.f16.e4m3.e5m2.f16") asm("mma.sync.aligned.m16n8k16.row.col.f16.e4m3.e5m2.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, singles, "m16n8k32.row.col.f32.e4m3.e5m2.f32") asm("mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, halves, "m16n8k32.row.col.f16.e4m3.e5m2.f16") asm("mma.sync.aligned.m16n8k32.row.col.f16.e4m3.e5m2.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, singles, "m16n8k16.row.col.f32.e5m2.e4m3.f32") asm("mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e4m3.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, halves, "m16n8k16.row.col.f16.e5m2.e4m3.f16") asm("mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e4m3.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, singles, "m16n8k32.row.col.f32.e5m2.e4m3.f32") asm("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e4m3.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, halves, "m16n8k32.row.col.f16.e5m2.e4m3.f16") asm("mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e4m3.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, singles, "m16n8k16.row.col.f32.e5m2.e5m2.f32") asm("mma.sync.aligned.m16n8k16.row.col.f32.e5m2.e5m2.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, halves, "m16n8k16.row.col.f16.e5m2.e5m2.f16") asm("mma.sync.aligned.m16n8k16.row.col.f16.e5m2.e5m2.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(fp8, singles, "m16n8k32.row.col.f32.e5m2.e5m2.f32") asm("mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(f[0]), "+f"(f[1]), "+f"(f[2]), "+f"(f[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(fp8, halves, "m16n8k32.row.col.f16.e5m2.e5m2.f16") asm("mma.sync.aligned.m16n8k32.row.col.f16.e5m2.e5m2.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
        : "+r"(h[0]), "+r"(h[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));

    // f64
    FORM(f64, doubles, "m8n8k4.row.col.f64.f64.f64.f64") asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(z[0]), "+d"(z[1]) : "d"(x[0]), "d"(y[0]));
    FORM(f64, doubles, "m8n8k4.row.col.rn.f64.f64.f64.f64") asm("mma.sync.aligned.m8n8k4.row.col.rn.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(z[0]), "+d"(z[1]) : "d"(x[0]), "d"(y[0]));
    FORM(f64, doubles, "m8n8k4.row.col.rz.f64.f64.f64.f64") asm("mma.sync.aligned.m8n8k4.row.col.rz.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(z[0]), "+d"(z[1]) : "d"(x[0]), "d"(y[0]));
    FORM(f64, doubles, "m8n8k4.row.col.rm.f64.f64.f64.f64") asm("mma.sync.aligned.m8n8k4.row.col.rm.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(z[0]), "+d"(z[1]) : "d"(x[0]), "d"(y[0]));
    FORM(f64, doubles, "m8n8k4.row.col.rp.f64.f64.f64.f64") asm("mma.sync.aligned.m8n8k4.row.col.rp.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+d"(z[0]), "+d"(z[1]) : "d"(x[0]), "d"(y[0]));
    FORM(f64, doubles, "m16n8k4.row.col.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(y[0]));
    FORM(f64, doubles, "m16n8k4.row.col.rz.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k4.row.col.rz.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(y[0]));
    FORM(f64, doubles, "m16n8k4.row.col.rm.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k4.row.col.rm.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(y[0]));
    FORM(f64, doubles, "m16n8k4.row.col.rp.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k4.row.col.rp.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(y[0]));
    FORM(f64, doubles, "m16n8k8.row.col.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]));
    FORM(f64, doubles, "m16n8k8.row.col.rz.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k8.row.col.rz.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]));
    FORM(f64, doubles, "m16n8k8.row.col.rm.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k8.row.col.rm.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]));
    FORM(f64, doubles, "m16n8k8.row.col.rp.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k8.row.col.rp.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(y[0]), "d"(y[1]));
    FORM(f64, doubles, "m16n8k16.row.col.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]), "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]));
    FORM(f64, doubles, "m16n8k16.row.col.rz.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k16.row.col.rz.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]), "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]));
    FORM(f64, doubles, "m16n8k16.row.col.rm.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k16.row.col.rm.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]), "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]));
    FORM(f64, doubles, "m16n8k16.row.col.rp.f64.f64.f64.f64") asm("mma.sync.aligned.m16n8k16.row.col.rp.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(z[0]), "+d"(z[1]), "+d"(z[2]), "+d"(z[3]) : "d"(x[0]), "d"(x[1]), "d"(x[2]), "d"(x[3]), "d"(x[4]), "d"(x[5]), "d"(x[6]), "d"(x[7]), "d"(y[0]), "d"(y[1]), "d"(y[2]), "d"(y[3]));

    // Integers
    FORM(bits, integers, "m8n8k16.row.col.s32.s8.s8.s32") asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.satfinite.s32.s8.s8.s32") asm("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.s32.s8.u8.s32") asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.satfinite.s32.s8.u8.s32") asm("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.s32.u8.s8.s32") asm("mma.sync.aligned.m8n8k16.row.col.s32.u8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.satfinite.s32.u8.s8.s32") asm("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.s8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.s32.u8.u8.s32") asm("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k16.row.col.satfinite.s32.u8.u8.s32") asm("mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.u8.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.s32.s8.s8.s32") asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.satfinite.s32.s8.s8.s32") asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.s32.s8.u8.s32") asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.satfinite.s32.s8.u8.s32") asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.s32.u8.s8.s32") asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.satfinite.s32.u8.s8.s32") asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.s32.u8.u8.s32") asm("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k16.row.col.satfinite.s32.u8.u8.s32") asm("mma.sync.aligned.m16n8k16.row.col.satfinite.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.s32.s8.s8.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.s8.s8.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.s32.s8.u8.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.s8.u8.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.s32.u8.s8.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.u8.s8.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.s32.u8.u8.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.u8.u8.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m8n8k32.row.col.s32.s4.s4.s32") asm("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.satfinite.s32.s4.s4.s32") asm("mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.s32.s4.u4.s32") asm("mma.sync.aligned.m8n8k32.row.col.s32.s4.u4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.satfinite.s32.s4.u4.s32") asm("mma.sync.aligned.m8n8k32.row.col.satfinite.s32.s4.u4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.s32.u4.s4.s32") asm("mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.satfinite.s32.u4.s4.s32") asm("mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.s4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.s32.u4.u4.s32") asm("mma.sync.aligned.m8n8k32.row.col.s32.u4.u4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k32.row.col.satfinite.s32.u4.u4.s32") asm("mma.sync.aligned.m8n8k32.row.col.satfinite.s32.u4.u4.s32 {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.s32.s4.s4.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.s4.s4.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.s32.s4.u4.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.s4.u4.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.s32.u4.s4.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.u4.s4.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.s32.u4.u4.s32") asm("mma.sync.aligned.m16n8k32.row.col.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k32.row.col.satfinite.s32.u4.u4.s32") asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k64.row.col.s32.s4.s4.s32") asm("mma.sync.aligned.m16n8k64.row.col.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.satfinite.s32.s4.s4.s32") asm("mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.s32.s4.u4.s32") asm("mma.sync.aligned.m16n8k64.row.col.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.satfinite.s32.s4.u4.s32") asm("mma.sync.aligned.m16n8k64.row.col.satfinite.s32.s4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.s32.u4.s4.s32") asm("mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.satfinite.s32.u4.s4.s32") asm("mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.s4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.s32.u4.u4.s32") asm("mma.sync.aligned.m16n8k64.row.col.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k64.row.col.satfinite.s32.u4.u4.s32") asm("mma.sync.aligned.m16n8k64.row.col.satfinite.s32.u4.u4.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));

    // Bits
    FORM(bits, integers, "m8n8k128.row.col.s32.b1.b1.s32.xor.popc") asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m8n8k128.row.col.s32.b1.b1.s32.and.popc") asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1}, {%2}, {%3}, {%0, %1};"
        : "+r"(n[0]), "+r"(n[1]) : "r"(a[0]), "r"(b[0]));
    FORM(bits, integers, "m16n8k128.row.col.s32.b1.b1.s32.xor.popc") asm("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k128.row.col.s32.b1.b1.s32.and.popc") asm("mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
    FORM(bits, integers, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc") asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    FORM(bits, integers, "m16n8k256.row.col.s32.b1.b1.s32.and.popc") asm("mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(n[0]), "+r"(n[1]), "+r"(n[2]), "+r"(n[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
    const int registers = sums == halves || form[1] == '8' ? 2 : 4;  // of sums; m8 has half as many as m16
    for (int k = 0; k < 4; ++k)
        out->value[i * 4 + k] = k >= registers ? 0 : sums == halves ? of_halves(h[k]) : sums == singles ? bits_of(f[k])
                              : sums == doubles ? bits_of(z[k]) : bits_of(n[k]);
    if (i == 0) out->of_integers = sums == integers;
    set_form(out, form);
}
constexpr int last_product = __LINE__;

constexpr int first_move = __LINE__;
__global__ void move(int line, answer* out) {
    __shared__ alignas(16) unsigned words[results];
    const unsigned i = threadIdx.x, row = static_cast<unsigned>(__cvta_generic_to_shared(words + 4 * i));
    unsigned a[4] = {}, b[4];
    for (unsigned k = 0; k < 4; ++k) b[k] = mixed(i, k);
    const auto load = [&] { for (int k = 0; k < 4; ++k) words[i * 4 + k] = b[k]; __syncwarp(); };
    const auto store = [&] { __syncwarp(); for (int k = 0; k < 4; ++k) a[k] = words[i * 4 + k]; };
    for (int k = 0; k < 4; ++k) words[i * 4 + k] = 0;
    __syncwarp();
    const char* form = "";
    switch (line) {
    default:

    MOVE("ldmatrix.x1") load(); asm("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a[0]) : "r"(row) : "memory");
    MOVE("stmatrix.x1") asm("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(row), "r"(b[0]) : "memory"); store();
    MOVE("ldmatrix.x2") load(); asm("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a[0]), "=r"(a[1]) : "r"(row) : "memory");
    MOVE("stmatrix.x2") asm("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" :: "r"(row), "r"(b[0]), "r"(b[1]) : "memory"); store();
    MOVE("ldmatrix.x4") load(); asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(row) : "memory");
    MOVE("stmatrix.x4") asm("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(row), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]) : "memory"); store();
    MOVE("ldmatrix.x1.trans") load(); asm("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a[0]) : "r"(row) : "memory");
    MOVE("stmatrix.x1.trans") asm("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" :: "r"(row), "r"(b[0]) : "memory"); store();
    MOVE("ldmatrix.x2.trans") load(); asm("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a[0]), "=r"(a[1]) : "r"(row) : "memory");
    MOVE("stmatrix.x2.trans") asm("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(row), "r"(b[0]), "r"(b[1]) : "memory"); store();
    MOVE("ldmatrix.x4.trans") load(); asm("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(row) : "memory");
    MOVE("stmatrix.x4.trans") asm("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" :: "r"(row), "r"(b[0]), "r"(b[1]), "r"(b[2]), "r"(b[3]) : "memory"); store();
    MOVE("movmatrix") asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(a[0]) : "r"(b[0]));
    }
    for (int k = 0; k < 4; ++k) out->value[i * 4 + k] = a[k];
    set_form(out, form);
}
constexpr int last_move = __LINE__;

/// 2 * (a * b + c) by mma.h, where c is loaded by rows, and the result is stored by columns.
template <int M, int N, int K, class T, class C, class D, class Layout>
__global__ void tile(values v, bool saturates, answer* out) {
    wmma::fragment<wmma::matrix_a, M, N, K, T, Layout> left;
    wmma::fragment<wmma::matrix_b, M, N, K, T, wmma::row_major> right;
    wmma::fragment<wmma::accumulator, M, N, K, C> sum;
    wmma::fragment<wmma::accumulator, M, N, K, D> result;
    using stored = typename decltype(left)::storage_element_type;
    __shared__ alignas(32) stored a[M * K], b[K * N];
    __shared__ alignas(32) C c[M * N];
    __shared__ alignas(32) D d[M * N];
    const auto small = [=](int j, unsigned stream) {
        return float(mixed(j, stream) % 9) + (v == fractions ? (mixed(j, stream) >> 20) * 0x1p-12f : 0);
    };
    const float least = std::is_same_v<T, unsigned char> ? 0 : 4;
    for (int j = threadIdx.x; j < M * K; j += 32) a[j] = stored(small(j, 1) - least);
    for (int j = threadIdx.x; j < K * N; j += 32) b[j] = stored(small(j, 2) - least);
    for (int j = threadIdx.x; j < M * N; j += 32) c[j] = v == limits ? C(0x7FFFFFF0 * (j % 2 ? 1 : -1)) : C(small(j, 3));
    __syncwarp();
    wmma::load_matrix_sync(left, a, std::is_same_v<Layout, wmma::row_major> ? K : M);
    wmma::load_matrix_sync(right, b, N);
    wmma::load_matrix_sync(sum, c, N, wmma::mem_row_major);
    if constexpr (std::is_same_v<C, int>)
        wmma::mma_sync(result, left, right, sum, saturates);
    else
        wmma::mma_sync(result, left, right, sum);
    for (int k = 0; k < result.num_elements; ++k) result.x[k] = result.x[k] + (v == limits ? D(0) : result.x[k]);
    wmma::store_matrix_sync(d, result, M, wmma::mem_col_major);
    __syncwarp();
    for (int k = threadIdx.x; k < results; k += 32) {
        out->value[k] = 0;
        if (k < M * N) memcpy(&out->value[k], &d[k], sizeof(D));
    }
}
/// The same of elements of 4 bits and 1 bit. b1 has an operation; s4 and u4 may saturate.
template <class T, int K>
__global__ void small_tile(values v, bool option, answer* out) {
    constexpr bool is_b1 = std::is_same_v<T, wmma::experimental::precision::b1>;
    __shared__ alignas(32) unsigned a[32], b[32];
    __shared__ alignas(32) int c[64];
    const unsigned i = threadIdx.x;
    a[i] = mixed(i, 1);
    b[i] = mixed(i, 2);
    for (int j = i; j < 64; j += 32) c[j] = v == limits ? 0x7FFFFFF0 * (j % 2 ? 1 : -1) : mixed(j, 3) % 201;
    __syncwarp();
    wmma::fragment<wmma::matrix_a, 8, 8, K, T, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, K, T, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, K, int> sum;
    wmma::load_matrix_sync(left, a, K);
    wmma::load_matrix_sync(right, b, K);
    wmma::load_matrix_sync(sum, c, 8, wmma::mem_row_major);
    if constexpr (is_b1)
        wmma::bmma_sync(sum, left, right, sum, option ? wmma::experimental::bmmaBitOpXOR : wmma::experimental::bmmaBitOpAND);
    else
        wmma::mma_sync(sum, left, right, sum, option);
    __syncwarp();
    wmma::store_matrix_sync(c, sum, 8, wmma::mem_col_major);
    __syncwarp();
    for (int k = i; k < results; k += 32) out->value[k] = k < 64 ? unsigned(c[k]) : 0;
}

struct tile_kernel {
    const char* name;
    void (*kernel)(values, bool, answer*);
    values v = whole;
    bool option = false;
};
// clang-format off
#define TILES(M, N, K) \
    {"wmma " #M "x" #N "x" #K " half float row", tile<M, N, K, half, float, float, wmma::row_major>}, \
    {"wmma " #M "x" #N "x" #K " half half col", tile<M, N, K, half, half, half, wmma::col_major>}, \
    {"wmma " #M "x" #N "x" #K " __nv_bfloat16 float row", tile<M, N, K, __nv_bfloat16, float, float, wmma::row_major>}, \
    {"wmma " #M "x" #N "x" #K " signed char int row", tile<M, N, K, signed char, int, int, wmma::row_major>}, \
    {"wmma " #M "x" #N "x" #K " unsigned char int col", tile<M, N, K, unsigned char, int, int, wmma::col_major>},
using namespace wmma::experimental::precision;
const tile_kernel tiles[] = {
    TILES(16, 16, 16) TILES(32, 8, 16) TILES(8, 32, 16)
    {"wmma half float fractions", tile<16, 16, 16, half, float, float, wmma::col_major>, fractions},
    {"wmma half half fractions", tile<32, 8, 16, half, half, half, wmma::row_major>, fractions},
    {"wmma half half to float", tile<16, 16, 16, half, half, float, wmma::row_major>, fractions},
    {"wmma half float to half", tile<16, 16, 16, half, float, half, wmma::row_major>, fractions},
    {"wmma __nv_bfloat16 float fractions", tile<8, 32, 16, __nv_bfloat16, float, float, wmma::row_major>, fractions},
    {"wmma 16x16x8 tf32 row", tile<16, 16, 8, wmma::precision::tf32, float, float, wmma::row_major>},
    {"wmma 16x16x8 tf32 col fractions", tile<16, 16, 8, wmma::precision::tf32, float, float, wmma::col_major>, fractions},
    {"wmma 8x8x4 double row", tile<8, 8, 4, double, double, double, wmma::row_major>},
    {"wmma 8x8x4 double col fractions", tile<8, 8, 4, double, double, double, wmma::col_major>, fractions},
    {"wmma signed char limits", tile<16, 16, 16, signed char, int, int, wmma::row_major>, limits},
    {"wmma signed char limits saturated", tile<16, 16, 16, signed char, int, int, wmma::row_major>, limits, true},
    {"wmma unsigned char limits saturated", tile<8, 32, 16, unsigned char, int, int, wmma::row_major>, limits, true},
    {"wmma 8x8x32 s4", small_tile<s4, 32>},
    {"wmma 8x8x32 u4", small_tile<u4, 32>},
    {"wmma 8x8x32 s4 limits saturated", small_tile<s4, 32>, limits, true},
    {"wmma 8x8x32 u4 limits", small_tile<u4, 32>, limits},
    {"wmma 8x8x128 b1 and", small_tile<b1, 128>},
    {"wmma 8x8x128 b1 xor", small_tile<b1, 128>, whole, true},
};
// clang-format on

int main(int arguments, char** argument) {
    static answer host;
    answer* device;
    if (cudaMalloc(&device, sizeof(answer)) != cudaSuccess) return 1;
    const auto print_answer = [&](const char* form, const char* kind) {
        const cudaError_t status = cudaMemcpy(&host, device, sizeof(answer), cudaMemcpyDeviceToHost);
        char name[80];
        std::snprintf(name, sizeof name, "%s%s%s", form == nullptr ? host.form : form, *kind ? ": " : "", kind);
        if (form != nullptr || host.form[0] != 0)
            print(name, host.value, status, arguments > 1 && std::strcmp(argument[1], name) == 0);
    };
    for (int line = first_product; line < last_product; ++line)
        for (int v = 0; v < all_values; ++v) {
            if (v != whole && (host.form[0] == 0 || host.of_integers != (v == limits))) continue;
            multiply<<<1, 32>>>(line, values(v), device);
            print_answer(nullptr, value_names[v]);
        }
    for (int line = first_move; line < last_move; ++line) {
        move<<<1, 32>>>(line, device);
        print_answer(nullptr, "");
    }
    for (const tile_kernel& row : tiles) {
        row.kernel<<<1, 32>>>(row.v, row.option, device);
        print_answer(row.name, "");
    }
    cudaFree(device);
}
// SPDX-License-Identifier: Apache-2.0
