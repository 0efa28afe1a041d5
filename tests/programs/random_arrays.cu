// Random numbers for whole arrays by cuRAND's interface of the host, on the device and on the host.
// Feature: random numbers: curand.h (curandGenerate, Uniform, Normal, LogNormal, Poisson; seeds, offsets, host generators)
// Kernel: count_inside
// Prints: XORWOW 624778773 3522650202 2363946744, behind an offset 1378181827 2670588456
// Prints: Philox 546353992 3665621163 1140953199, behind an offset 4164562676 1602592682
// Prints: pi is near 3
// Prints: normal numbers have mean 0.0 and deviation 1.0
// Prints: Poisson's mean is near 10
#include <curand.h>

#include <cmath>

#include "../wrong/program.cuh"

__global__ void count_inside(const float* x, const float* y, unsigned* inside, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef WRONG
    if (i > n) return;  // one too many
#else
    if (i >= n) return;
#endif
    const float a = x[i], b = y[i];  // expect: out-of-bounds
    if (a * a + b * b <= 1) atomicAdd(inside, 1);
}

void print_bits(const char* name, curandRngType_t type) {
    curandGenerator_t generator;
    curandCreateGeneratorHost(&generator, type);
    curandSetPseudoRandomGeneratorSeed(generator, 1234);
    unsigned bits[3], behind[2];
    curandGenerate(generator, bits, 3);
    curandSetGeneratorOffset(generator, 5000);
    curandGenerate(generator, behind, 2);
    printf("%s %u %u %u, behind an offset %u %u\n", name, bits[0], bits[1], bits[2], behind[0], behind[1]);
    curandDestroyGenerator(generator);
}

int main() {
    print_bits("XORWOW", CURAND_RNG_PSEUDO_DEFAULT);
    print_bits("Philox", CURAND_RNG_PSEUDO_PHILOX4_32_10);

    constexpr int n = 20000;
    float *x = device_array<float>(n), *y = device_array<float>(n);
    unsigned* inside = to_device(std::vector{0u});
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 42);
    curandGenerateUniform(generator, x, n);
    curandGenerateUniform(generator, y, n);
    count_inside<<<(n + 255) / 256, 256>>>(x, y, inside, n);
    printf("pi is near %.0f\n", 4.0 * to_host(inside, 1)[0] / n);

    curandGenerateNormal(generator, x, n, 0, 1);
    double sum = 0, squares = 0;
    for (const float one : to_host(x, n)) sum += one, squares += one * one;
    printf("normal numbers have mean %.1f and deviation %.1f\n", std::abs(sum / n), std::sqrt(squares / n));
    unsigned* counts = device_array<unsigned>(n);
    curandGeneratePoisson(generator, counts, n, 10);
    double mean = 0;
    for (const unsigned one : to_host(counts, n)) mean += static_cast<double>(one) / n;
    printf("Poisson's mean is near %.0f\n", mean);
    curandDestroyGenerator(generator);
}
// SPDX-License-Identifier: Apache-2.0
