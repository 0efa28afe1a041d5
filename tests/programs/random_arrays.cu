// Random numbers for whole arrays by cuRAND's interface of the host, on the device and on the host.
// Feature: random numbers: curand.h (curandGenerate, Uniform, Normal, LogNormal, Poisson; seeds, offsets, host generators)
// Kernel: count_inside
// Prints: XORWOW 624778773 3522650202 2363946744, behind an offset 1378181827 2670588456
// Prints: Philox 546353992 3665621163 1140953199, behind an offset 4164562676 1602592682
// Prints: pi is near 3
// Prints: normal numbers have mean 0.0 and deviation 1.0
// Prints: Poisson's mean is near 10
#include <cuda_runtime.h>
#include <curand.h>

#include <cmath>
#include <cstdio>
#include <vector>

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
    float *x, *y;
    unsigned *inside, host_inside = 0;
    cudaMalloc(&x, n * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMalloc(&inside, sizeof(unsigned));
    cudaMemset(inside, 0, sizeof(unsigned));
    curandGenerator_t generator;
    curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
    curandSetPseudoRandomGeneratorSeed(generator, 42);
    curandGenerateUniform(generator, x, n);
    curandGenerateUniform(generator, y, n);
    count_inside<<<(n + 255) / 256, 256>>>(x, y, inside, n);
    cudaMemcpy(&host_inside, inside, sizeof(unsigned), cudaMemcpyDeviceToHost);
    printf("pi is near %.0f\n", 4.0 * host_inside / n);

    curandGenerateNormal(generator, x, n, 0, 1);
    std::vector<float> normal(n);
    cudaMemcpy(normal.data(), x, n * sizeof(float), cudaMemcpyDeviceToHost);
    double sum = 0, squares = 0;
    for (const float one : normal) sum += one, squares += one * one;
    printf("normal numbers have mean %.1f and deviation %.1f\n", std::abs(sum / n), std::sqrt(squares / n));
    std::vector<unsigned> counts(n);
    unsigned* device_counts;
    cudaMalloc(&device_counts, n * sizeof(unsigned));
    curandGeneratePoisson(generator, device_counts, n, 10);
    cudaMemcpy(counts.data(), device_counts, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    double mean = 0;
    for (const unsigned one : counts) mean += static_cast<double>(one) / n;
    printf("Poisson's mean is near %.0f\n", mean);
    curandDestroyGenerator(generator);
    cudaFree(x);
    cudaFree(y);
    cudaFree(inside);
    cudaFree(device_counts);
}
// SPDX-License-Identifier: Apache-2.0
