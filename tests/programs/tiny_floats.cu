// Numbers of 6 and 4 bits, and scale factors: conversions of all halves, in kernels and on the host.
// Feature: numbers of 6 and 4 bits: cuda_fp6.h (e2m3, e3m2), cuda_fp4.h (e2m1), scale factors (e8m0)
// Kernel: convert
// Prints: e2m1 1.5 -6 6 0.5 4, bits 3 f 7 1 6, toward zero 2 f 7 0 6
// Prints: e2m3 1.375 -7.5 7.5 0.25 5, e3m2 1.5 -28 28 0.25 5
// Prints: scale 2 32 4096 0.5 8, bits 80 84 8b 7e 82
// Prints: pair c3 1.5 -2, four 1 2 3 -4, of 6 bits 1 2 3 -4, integer -6, unsigned 0
// Prints: sums on the host 489984 2050944 2060832 8420226
// Prints: sums of a kernel 489984 2050944 2060832 8420226
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include "../wrong/program.cuh"

struct results {
    float of_4_bits[5], of_6_bits[2][5], scale[5], pair[2];
    float4 four, six;
    unsigned char bits[5], toward_zero[5], scale_bits[5], pair_bits;
    int integer;
    unsigned number;
};

__global__ void convert(const float* input, results* out) {
    const int i = threadIdx.x;
    out->of_4_bits[i] = float(__nv_fp4_e2m1(input[i]));
    out->bits[i] = __nv_cvt_float_to_fp4(input[i], __NV_E2M1, cudaRoundNearest);
    out->toward_zero[i] = __nv_cvt_double_to_fp4(input[i], __NV_E2M1, cudaRoundZero);
    out->of_6_bits[0][i] = float(__nv_fp6_e2m3(input[i]));
    out->of_6_bits[1][i] = float(__nv_fp6_e3m2(input[i]));
    out->scale[i] = float(__nv_fp8_e8m0(input[i]));
    out->scale_bits[i] = __nv_fp8_e8m0(input[i]).__x;
#ifdef WRONG
    out[1].bits[i] = 0;  // expect: out-of-bounds
#endif
    if (i != 0) return;
    const __nv_fp4x2_e2m1 pair(make_float2(1.5f, -2.0f));
    const float2 two = static_cast<float2>(pair);
    out->pair_bits = pair.__x;
    out->pair[0] = two.x;
    out->pair[1] = two.y;
    out->four = static_cast<float4>(__nv_fp4x4_e2m1(make_float4(1, 2, 3, -4)));
    out->six = static_cast<float4>(__nv_fp6x4_e3m2(make_float4(1, 2, 3, -4)));
    out->integer = static_cast<int>(__nv_fp4_e2m1(-100));
    out->number = static_cast<unsigned>(__nv_fp6_e2m3(-2.0f));
}

/// One number of each format, from the bits of a half or bfloat16.
__host__ __device__ uint4 encoded(unsigned short bits) {
    __half_raw half;
    half.x = bits;
    __nv_bfloat16_raw wide;
    wide.x = bits;
    return make_uint4(__nv_cvt_halfraw_to_fp4(half, __NV_E2M1, cudaRoundNearest),
                      __nv_cvt_halfraw_to_fp6(half, __NV_E2M3, cudaRoundNearest),
                      __nv_cvt_bfloat16raw_to_fp6(wide, __NV_E3M2, cudaRoundZero),
                      __nv_cvt_bfloat16raw_to_e8m0(wide, __NV_SATFINITE, cudaRoundPosInf));
}
__global__ void encode(unsigned* sums) {
    const uint4 mine = encoded(static_cast<unsigned short>(blockIdx.x * blockDim.x + threadIdx.x));
    atomicAdd(&sums[0], mine.x);
    atomicAdd(&sums[1], mine.y);
    atomicAdd(&sums[2], mine.z);
    atomicAdd(&sums[3], mine.w);
}

template <class T>
void show(const char* name, const T& v, const char* format) {
    std::printf("%s", name);
    for (int i = 0; i < 5; ++i) std::printf(format, v[i]);
}

int main() {
    const std::vector<float> input{1.4f, -30.0f, 4096.0f, 0.26f, 4.8f};
    results* const device = device_array<results>(1);
    convert<<<1, 5>>>(to_device(input), device);
    const results r = to_host(device, 1)[0];
    show("e2m1", r.of_4_bits, " %g");
    show(", bits", r.bits, " %x");
    show(", toward zero", r.toward_zero, " %x");
    show("\ne2m3", r.of_6_bits[0], " %g");
    show(", e3m2", r.of_6_bits[1], " %g");
    show("\nscale", r.scale, " %g");
    show(", bits", r.scale_bits, " %x");
    std::printf("\npair %x %g %g, four %g %g %g %g, of 6 bits %g %g %g %g, integer %d, unsigned %u\n", r.pair_bits,
                r.pair[0], r.pair[1], r.four.x, r.four.y, r.four.z, r.four.w, r.six.x, r.six.y, r.six.z, r.six.w,
                r.integer, r.number);

    unsigned sums[4] = {};
    for (unsigned bits = 0; bits < 65536; ++bits) {
        const uint4 one = encoded(static_cast<unsigned short>(bits));
        sums[0] += one.x, sums[1] += one.y, sums[2] += one.z, sums[3] += one.w;
    }
    std::printf("sums on the host %u %u %u %u\n", sums[0], sums[1], sums[2], sums[3]);
    unsigned* const of_kernel = to_device(std::vector<unsigned>(4));
    encode<<<256, 256>>>(of_kernel);
    const std::vector<unsigned> s = to_host(of_kernel, 4);
    std::printf("sums of a kernel %u %u %u %u\n", s[0], s[1], s[2], s[3]);
}
// SPDX-License-Identifier: Apache-2.0
