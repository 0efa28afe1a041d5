// Fourier transforms by cuFFT, there and back, of one to three dimensions, and complex arithmetic in a kernel.
// Feature: cuFFT: plans of 1, 2 and 3 dimensions, cufftPlanMany; C2C, R2C, C2R in float and double, also in place
// Feature: cuFFT: cuComplex.h in kernels
// Kernel: scale
// Skipped: apt-get install
// Prints: an impulse becomes 1,0 1,0 1,0 1,0
// Prints: there and back 1 2 3 4 5 6 7 8
// Prints: sum of a plane 21, back 1 6
// Prints: in place 10,0 -2,2 -2,0
// Prints: columns 3,0 -1,0 7,0 -1,0
// Prints: 3 dimensions 36,0
#include <cuComplex.h>
#include <cufft.h>

#include "../wrong/program.cuh"

__global__ void scale(cufftComplex* values, float by, int n) {
    const int i = threadIdx.x;
    if (i < n) values[i] = cuCmulf(values[i], make_cuComplex(by, 0));
}

template <class Complex>
void print(const char* what, const Complex* memory, int n) {
    printf("%s", what);
    for (const Complex& one : to_host(memory, n)) printf(" %.0f,%.0f", one.x + 0.0, one.y + 0.0);
    printf("\n");
}

int main() {
    cufftHandle plan;
    cufftComplex* impulse = to_device<cufftComplex>({{1, 0}, {0, 0}, {0, 0}, {0, 0}});
    cufftPlan1d(&plan, 4, CUFFT_C2C, 1);
    cufftExecC2C(plan, impulse, impulse, CUFFT_FORWARD);
    print("an impulse becomes", impulse, 4);
    cufftDestroy(plan);

    std::vector<cufftComplex> ramp(8);
    for (int i = 0; i < 8; ++i) ramp[i] = {i + 1.0f, 0};
    cufftComplex* values = to_device(ramp);
#ifdef WRONG
    cufftPlan1d(&plan, 16, CUFFT_C2C, 1);
#else
    cufftPlan1d(&plan, 8, CUFFT_C2C, 1);
#endif
    cufftExecC2C(plan, values, values, CUFFT_FORWARD);  // expect: out-of-bounds
    cufftExecC2C(plan, values, values, CUFFT_INVERSE);  // may be: out-of-bounds
    scale<<<1, 32>>>(values, 1.0f / 8, 8);
    printf("there and back");
    for (const cufftComplex& one : to_host(values, 8)) printf(" %.0f", one.x);
    printf("\n");
    cufftDestroy(plan);

    double *plane = to_device<double>({1, 2, 3, 4, 5, 6}), *back = to_device(std::vector<double>(6));
    cufftDoubleComplex* half = to_device(std::vector<cufftDoubleComplex>(4));
    cufftHandle inverse;
    cufftPlan2d(&plan, 2, 3, CUFFT_D2Z);
    cufftPlan2d(&inverse, 2, 3, CUFFT_Z2D);
    cufftExecD2Z(plan, plane, half);
    const double sum = to_host(half, 1)[0].x;
    cufftExecZ2D(inverse, half, back);
    const std::vector<double> returned = to_host(back, 6);
    printf("sum of a plane %.0f, back %.0f %.0f\n", sum, returned[0] / 6, returned[5] / 6);
    cufftDestroy(plan);
    cufftDestroy(inverse);

    float* row = to_device<float>({1, 2, 3, 4, 0, 0});  // with room for three complex numbers
    cufftPlan1d(&plan, 4, CUFFT_R2C, 1);
    cufftExecR2C(plan, row, reinterpret_cast<cufftComplex*>(row));
    print("in place", reinterpret_cast<cufftComplex*>(row), 3);
    cufftDestroy(plan);

    // Two transforms of two elements, whose elements are interleaved.
    cufftComplex *columns = to_device<cufftComplex>({{1, 0}, {3, 0}, {2, 0}, {4, 0}}),
                 *rows = to_device(std::vector<cufftComplex>(4));
    int extent = 2;
    cufftPlanMany(&plan, 1, &extent, &extent, 2, 1, &extent, 1, 2, CUFFT_C2C, 2);
    cufftExecC2C(plan, columns, rows, CUFFT_FORWARD);
    print("columns", rows, 4);
    cufftDestroy(plan);

    cufftComplex* cube = to_device(ramp);
    cufftPlan3d(&plan, 2, 2, 2, CUFFT_C2C);
    cufftExecC2C(plan, cube, cube, CUFFT_FORWARD);
    print("3 dimensions", cube, 1);
    cufftDestroy(plan);
    for (void* one : std::vector<void*>{impulse, values, plane, back, half, row, columns, rows, cube}) cudaFree(one);
}
// SPDX-License-Identifier: Apache-2.0
