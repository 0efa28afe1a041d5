// Numbers of 8 bits: conversions from and to them, one, two and four at a time.
// Feature: numbers of 8 bits: cuda_fp8.h (e4m3 and e5m2, their pairs and fours, conversions)
// Kernel: convert
// Prints: e4m3: 1.25 30 -28 448 nan, bits 00 01 7e 7f 7f
// Prints: e5m2: 1.25 32 -28 57344 nan, bits 00 11 7b 7c 7f
// Prints: pair 0.5 -3, four 1 2 3 4, half 1.75, integer -2, all e4m3 256 and e5m2 256 come back
#include <cuda_fp8.h>

#include <cmath>
#include <cstdio>

struct results {
    float e4m3[5], e5m2[5], two[2], four[4], half;
    unsigned char bits4[5], bits5[5];
    int integer, same[2];
};

__global__ void convert(const float* input, results* out) {
    const int i = threadIdx.x;
    out->e4m3[i] = float(__nv_fp8_e4m3(input[i]));
    out->e5m2[i] = float(__nv_fp8_e5m2(input[i]));
    const float edge[5] = {0.0005f, 0.0009765626f, 464.0f, 465.0f, input[4]};
    const float edge5[5] = {7e-6f, 0.0006f, 61439.0f, 61440.0f, input[4]};
    out->bits4[i] = __nv_cvt_float_to_fp8(edge[i], __NV_NOSAT, __NV_E4M3);
    out->bits5[i] = __nv_cvt_float_to_fp8(edge5[i], __NV_NOSAT, __NV_E5M2);
#ifdef WRONG
    out[1].e4m3[i] = 0;  // expect: out-of-bounds
#endif
    if (i != 0) return;
    const float2 two = static_cast<float2>(__nv_fp8x2_e4m3(make_float2(0.5f, -3.0f)));
    out->two[0] = two.x;
    out->two[1] = two.y;
    const float4 four = static_cast<float4>(__nv_fp8x4_e5m2(make_float4(1, 2, 3, 4)));
    out->four[0] = four.x;
    out->four[1] = four.y;
    out->four[2] = four.z;
    out->four[3] = four.w;
    out->half = __half2float(__half(__nv_cvt_fp8_to_halfraw(__nv_fp8_e4m3(__float2half(1.75f)).__x, __NV_E4M3)));
    out->integer = int(__nv_fp8_e5m2(-2.5f));
    for (int bits = 0; bits < 256; ++bits) {  // but negative zero, whose sign a comparison of floats ignores
        __nv_fp8_e4m3 a;
        __nv_fp8_e5m2 b;
        a.__x = b.__x = static_cast<__nv_fp8_storage_t>(bits);
        const float of_a = float(a), of_b = float(b);
        out->same[0] += bits == 0x80 || of_a != of_a || __nv_fp8_e4m3(of_a).__x == bits;
        out->same[1] += bits == 0x80 || of_b != of_b || __nv_cvt_float_to_fp8(of_b, __NV_NOSAT, __NV_E5M2) == bits;
    }
}

int main() {
    float* input;
    results* out;
    cudaMallocManaged(&input, 5 * sizeof(float));
    cudaMallocManaged(&out, sizeof(results));
    const float numbers[5] = {1.1875f, 30.0f, -29.0f, 1e9f, NAN};
    for (int i = 0; i < 5; ++i) input[i] = numbers[i];
    out->same[0] = out->same[1] = 0;
    convert<<<1, 5>>>(input, out);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (const bool wide : {false, true}) {
        const float* value = wide ? out->e5m2 : out->e4m3;
        const unsigned char* bits = wide ? out->bits5 : out->bits4;
        std::printf("%s: %g %g %g %g %s, bits %02x %02x %02x %02x %02x\n", wide ? "e5m2" : "e4m3", value[0], value[1],
                    value[2], value[3], value[4] != value[4] ? "nan" : "a number", bits[0], bits[1], bits[2], bits[3],
                    bits[4]);
    }
    std::printf("pair %g %g, four %g %g %g %g, half %g, integer %d, ", out->two[0], out->two[1], out->four[0],
                out->four[1], out->four[2], out->four[3], out->half, out->integer);
    std::printf("all e4m3 %d and e5m2 %d come back\n", out->same[0], out->same[1]);
    cudaFree(input);
    cudaFree(out);
}
// SPDX-License-Identifier: Apache-2.0
