// Functions of CUDA's mathematical library beyond <cmath>, and arithmetic that rounds in a given direction.
// Feature: arithmetic: CUDA's own functions (rcbrt, sincospi, normcdfinv, erfcx, norm3d ...)
// Feature: arithmetic: rounding down, up and toward zero (__fadd_rd, __fma_ru ...)
// Kernel: functions
// Prints: rcbrt 0.5 sinpi 1 cospi -1 rhypot 0.2 norm3d 3 rnorm4d 0.25
// Prints: normcdf 0.97724987 normcdfinv 1.95996398 erfinv 0.47693628 erfcinv 4.06485467
// Prints: erfcx 0.05614099 bessel 1.26606588 0.56515910
// Prints: rounded 3f800000 3f800001 3eaaaaaa 3eaaaaab
// Prints: converted 16777216 16777218 -16777218 -16777216
// Prints: umin 1 umax 4294967295 llmax 5 nth bit 5
#include <cuda_runtime.h>

#include <cstdio>

__global__ void functions(double* out, unsigned* bits, float two) {
    double sine, cosine;
    sincospi(0.5 * two, &sine, &cosine);
    out[0] = rcbrt(4.0 * two);
    out[1] = sinpif(two + 0.5f);
    out[2] = cosine;
    out[3] = rhypot(3.0, 4.0);
    out[4] = norm3df(1, two, two);
    out[5] = rnorm4d(2.0, 2.0, 2.0, 2.0);
    out[6] = normcdf(static_cast<double>(two));
    out[7] = normcdfinv(0.975);
    out[8] = erfinv(0.5);
    out[9] = erfcinv(9e-9);
    out[10] = erfcx(10.0);
    out[11] = cyl_bessel_i0(1.0);
    out[12] = cyl_bessel_i1(1.0);
    const float tiny = 0x1p-30f * two;
    bits[0] = __float_as_uint(__fadd_rd(1.0f, tiny));
    bits[1] = __float_as_uint(__fadd_ru(1.0f, tiny));
    bits[2] = __float_as_uint(__fdiv_rz(1.0f, two + 1));
    bits[3] = __float_as_uint(__frcp_ru(two + 1));
    out[13] = __int2float_rd(16777217);
    out[14] = __int2float_ru(16777217);
    out[15] = __ll2float_rd(-16777217);
    out[16] = __ll2float_rz(-16777217);
    bits[4] = umin(1u, 0xffffffffu);
    bits[5] = umax(1u, 0xffffffffu);
    bits[6] = static_cast<unsigned>(llmax(-1ll, 5ll));
    bits[7] = __fns(0x2cu, 0, 3);
}

int main() {
    double* out;
    unsigned* bits;
    cudaMallocManaged(&out, 17 * sizeof(double));
    cudaMallocManaged(&bits, 8 * sizeof(unsigned));
    functions<<<1, 1>>>(out, bits, 2.0f);
    cudaDeviceSynchronize();
    std::printf("rcbrt %g sinpi %g cospi %g rhypot %g norm3d %g rnorm4d %g\n", out[0], out[1], out[2], out[3], out[4],
                out[5]);
    std::printf("normcdf %.8f normcdfinv %.8f erfinv %.8f erfcinv %.8f\n", out[6], out[7], out[8], out[9]);
    std::printf("erfcx %.8f bessel %.8f %.8f\n", out[10], out[11], out[12]);
    std::printf("rounded %08x %08x %08x %08x\n", bits[0], bits[1], bits[2], bits[3]);
    std::printf("converted %.0f %.0f %.0f %.0f\n", out[13], out[14], out[15], out[16]);
    std::printf("umin %u umax %u llmax %u nth bit %u\n", bits[4], bits[5], bits[6], bits[7]);
    return cudaGetLastError() != cudaSuccess;
}
// SPDX-License-Identifier: Apache-2.0
