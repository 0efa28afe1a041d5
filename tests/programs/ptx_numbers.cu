// Shifts by all bits and more, and conversions to integers that are out of range: PTX defines both, C++ neither.
// Feature: arithmetic: shifts by 32 and more, explicit out-of-range conversions to integers
// Kernel: shift
// Prints: 1 << 32 = 0, by -1 0, ~0u >> 32 = 0, least >> 40 = -1, 1ull << 64 = 0, 7 << 31 = 80000000
// Prints: assigned 0 -1, of a bit-field 0, in a macro 0, in a function of both sides 0, on the host 8
// Prints: by a template 0 0, in its list 8 12, compared 1, own operator 35, by a constant 20
// Prints: 1e20 2147483647, -1e20 -2147483648, NaN 0, unsigned -5 0, byte 300.5 44, byte -5 0, short 70000 4464
// Prints: 64 bits 9223372036854775807 0 8000000000000000, of a double -2147483648 -2147483648 4294967295, alias 0
// Prints: functions 2147483647 -2147483648 8000000000000000, by a template 2147483647 0 1e+20, bool 1
// Prints: smallest of NaN and 2 2 2, largest 2 2
// Prints: bound by alias 3, by parameter 3, by a cast 3, of two 7
#include <cuda/atomic>

#include <cmath>
#include <cstdint>
#include <cstdio>

struct shifts {
    int left, by_minus_one, arithmetic, assigned_signed, compared, own, constant;
    unsigned logical, top, assigned, of_field, in_macro, on_both_sides, by_template[2], in_list[2];
    unsigned long long wide;
};
struct conversions {
    int most, least, not_a_number, of_double[2], by_template;
    unsigned below_zero, unsigned_of_double, alias, unsigned_by_template;
    unsigned char byte_value, byte_below_zero;
    short half_word;
    bool truth;
    long long wide;
    unsigned long long wide_unsigned, wide_not_a_number, wide_function;
    float real;
    int function, function_of_double;
    float smallest[2], largest[2];
};

#define HIGH_BITS(value, count) ((value) >> (32 - (count)))

struct flags {
    unsigned all : 12;
};

struct digits {
    int value;
    __device__ int operator<<(int by) const { return value * 10 + by; }
};

template <class First, class Second>
struct pair {
    First first;
    Second second;
};

template <class T>
__device__ T moved(T value, int by) {
    return value << by >> by;
}
template <typename T>
__device__ T as(float value) {
    return (T)value;
}
__host__ __device__ unsigned on_both_sides(unsigned value, int by) { return value << by; }

using word = unsigned;
typedef unsigned char byte;

__global__ void shift(int by, int least, const flags* some, shifts* out) {
    out->left = 1 << by;
    out->by_minus_one = 1 << (by - 33);
    out->logical = 0xffffffffu >> by;
    out->arithmetic = least >> by + 8;
    out->wide = 1ull << 2 * by;
    out->top = 7u << (by - 1);
    unsigned bits = 5;
    bits <<= by;
    out->assigned = bits;
    int sign = least;
    sign >>= by;
    out->assigned_signed = sign;
    out->of_field = some->all << by;
    out->in_macro = HIGH_BITS(0xffffffffu, by - 32);
    out->on_both_sides = on_both_sides(8, by);
    out->by_template[0] = moved<unsigned>(9, by);
    out->by_template[1] = moved(9, by);
    const pair<int, pair<int, int>> nested{1, pair<pair<int, int>, pair<int, int>>{{1, 2}, {8, 12}}.second};
    out->in_list[0] = nested.second.first << (by - 32);
    out->in_list[1] = nested.second.second;
    out->compared = by < least >> by ? 0 : 1;
    out->own = digits{3} << by - 27;
    out->constant = 5 << 2;
#ifdef WRONG
    out[(by >> by) + 1].left = 1;  // expect: out-of-bounds
#endif
}

__global__ void convert(float big, float below_zero, float nan, double wide, conversions* out) {
    out->most = (int)big;
    out->least = static_cast<int>(-big);
    out->not_a_number = int(nan);
    out->below_zero = (unsigned)below_zero;
    out->byte_value = (byte)(below_zero * -60.1f);
    out->byte_below_zero = static_cast<std::uint8_t>(below_zero);
    out->half_word = short(below_zero * -14000);
    out->wide = (long long)big;
    out->wide_unsigned = (std::uint64_t)below_zero;
    out->wide_not_a_number = (unsigned long long)(long long)nan;
    out->of_double[0] = (int)-wide;
    out->of_double[1] = (int)(wide * nan);
    out->unsigned_of_double = (unsigned)wide;
    out->alias = (word)below_zero;
    out->function = __float2int_rz(big);
    out->function_of_double = __double2int_rz(wide * nan);
    out->wide_function = static_cast<unsigned long long>(__float2ll_rz(nan));
    out->by_template = as<int>(big);
    out->unsigned_by_template = as<unsigned>(below_zero);
    out->real = as<float>(big);
    out->truth = (bool)nan;
    out->smallest[0] = fminf(nan, 2);
    out->smallest[1] = min(2.0f, nan);
    out->largest[0] = fmaxf(2, nan);
    out->largest[1] = max(nan, 2.0f);
}

using shared_count = cuda::atomic_ref<int, cuda::thread_scope_device>;
struct two {
    int& first;
    int second;
};

// A name of a type may name a class, which binds to what stands in parentheses.
template <class Reference, typename Pair>
__global__ void bind(int* counts) {
    int before = shared_count(counts[0]).fetch_add(1);
    before += Reference(counts[1]).fetch_add(1);
    ((Reference)counts[2]).fetch_add(1);
    while (Reference(counts[1]).load() < 3) {
    }
    if (before >= 0 && threadIdx.x == 0) Pair(counts[3], 7).first = Pair(counts[3], 7).second;
}

int main() {
    shifts* s = nullptr;
    conversions* c = nullptr;
    flags* some = nullptr;
    cudaMallocManaged(&s, sizeof *s);
    cudaMallocManaged(&c, sizeof *c);
    cudaMallocManaged(&some, sizeof *some);
    some->all = 12;
    volatile int by = 32;
    shift<<<1, 1>>>(by, -2147483647 - 1, some, s);
    convert<<<1, 1>>>(1e20f, -5, NAN, 1e300, c);
    cudaDeviceSynchronize();
    std::printf("1 << 32 = %d, by -1 %d, ~0u >> 32 = %u, least >> 40 = %d, 1ull << 64 = %llu, 7 << 31 = %x\n", s->left,
                s->by_minus_one, s->logical, s->arithmetic, s->wide, s->top);
    std::printf("assigned %u %d, of a bit-field %u, in a macro %u, in a function of both sides %u, on the host %u\n",
                s->assigned, s->assigned_signed, s->of_field, s->in_macro, s->on_both_sides, on_both_sides(1, by - 29));
    std::printf("by a template %u %u, in its list %u %u, compared %d, own operator %d, by a constant %d\n",
                s->by_template[0], s->by_template[1], s->in_list[0], s->in_list[1], s->compared, s->own, s->constant);
    std::printf("1e20 %d, -1e20 %d, NaN %d, unsigned -5 %u, byte 300.5 %d, byte -5 %d, short 70000 %d\n", c->most,
                c->least, c->not_a_number, c->below_zero, c->byte_value, c->byte_below_zero, c->half_word);
    std::printf("64 bits %lld %llu %llx, of a double %d %d %u, alias %u\n", c->wide, c->wide_unsigned,
                c->wide_not_a_number, c->of_double[0], c->of_double[1], c->unsigned_of_double, c->alias);
    std::printf("functions %d %d %llx, by a template %d %u %g, bool %d\n", c->function, c->function_of_double,
                c->wide_function, c->by_template, c->unsigned_by_template, c->real, c->truth);
    std::printf("smallest of NaN and 2 %g %g, largest %g %g\n", c->smallest[0], c->smallest[1], c->largest[0],
                c->largest[1]);
    int counts[4] = {}, *device_counts = nullptr;
    cudaMalloc(&device_counts, sizeof counts);
    cudaMemcpy(device_counts, counts, sizeof counts, cudaMemcpyHostToDevice);
    bind<shared_count, two><<<1, 3>>>(device_counts);
    cudaMemcpy(counts, device_counts, sizeof counts, cudaMemcpyDeviceToHost);
    std::printf("bound by alias %d, by parameter %d, by a cast %d, of two %d\n", counts[0], counts[1], counts[2],
                counts[3]);
    cudaFree(device_counts);
    cudaFree(s);
    cudaFree(c);
    cudaFree(some);
}
// SPDX-License-Identifier: Apache-2.0
