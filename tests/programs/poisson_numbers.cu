// Poisson's numbers in kernels: by their mean, and by a distribution that the host makes.
// Feature: random numbers: Poisson numbers in kernels (curand_poisson, curand_discrete)
// Kernel: draw
// Prints: small as by hand 1, means 1 1 1 1, variances 1 1 1 1
#include <curand_kernel.h>

#include <curand_discrete2.h>
#include <curand_poisson.h>

#include <cmath>

#include "../wrong/program.cuh"

constexpr int threads = 128, blocks = 16, n = threads * blocks;

__global__ void draw(unsigned* numbers, int* same, curandDiscreteDistribution_t distribution) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateXORWOW_t state;
    curand_init(42, i, 0, &state);
    curandStateXORWOW_t again = state;
    const unsigned mine = curand_poisson(&state, 4);
    unsigned by_hand = 0;
    float product = expf(4);
    do {
        ++by_hand;
        product *= curand_uniform(&again);
    } while (product > 1);
    if (mine != by_hand - 1) *same = 0;
    numbers[i] = mine;
    numbers[n + i] = curand_poisson(&state, 100);
    numbers[2 * n + i] = curand_poisson(&state, 5000);
#ifdef WRONG
    numbers[4 * n + i] = 0;  // expect: out-of-bounds
#endif
    curandStatePhilox4_32_10_t philox;
    curand_init(42, i, 0, &philox);
    const uint4 four = curand_poisson4(&philox, 10);
    numbers[3 * n + i] = four.w + curand_discrete(&state, distribution);
}

int main() {
    constexpr double mean[] = {4, 100, 5000, 10 + 20};
    curandDiscreteDistribution_t distribution;
    curandCreatePoissonDistribution(20, &distribution);
    unsigned* const numbers = device_array<unsigned>(4 * n);
    int* const same = to_device(std::vector<int>{1});
    draw<<<blocks, threads>>>(numbers, same, distribution);
    curandDestroyDistribution(distribution);
    const std::vector<unsigned> got = to_host(numbers, 4 * n);
    std::printf("small as by hand %d, means", to_host(same, 1)[0]);
    double variance[4];
    for (int k = 0; k < 4; ++k) {
        double sum = 0, squares = 0;
        for (int i = 0; i < n; ++i) sum += got[k * n + i];
        for (int i = 0; i < n; ++i) squares += (got[k * n + i] - sum / n) * (got[k * n + i] - sum / n);
        variance[k] = squares / n;
        std::printf(" %d", std::fabs(sum / n - mean[k]) < 5 * std::sqrt(mean[k] / n));
    }
    std::printf(", variances");
    for (int k = 0; k < 4; ++k) std::printf(" %d", std::fabs(variance[k] / mean[k] - 1) < 0.2);
    std::printf("\n");
}
// SPDX-License-Identifier: Apache-2.0
