// curand_poisson.h and curand_discrete.h: Poisson's numbers in kernels. Means below 64 and above 4000 take the same
// random numbers as cuRAND. Between, numbers have the distribution, but not cuRAND's values; and so do
// curand_discrete's.
#pragma once

#include <cmath>

#include <strider/check/runtime/memory.hpp>
#include <strider/check/shims/curand/curand.hpp>
#include <strider/check/shims/curand/random.hpp>

/// In device memory.
struct curandDiscreteDistribution_st {
    double mean;
};
using curandDiscreteDistribution_t = curandDiscreteDistribution_st*;

inline curandStatus_t curandCreatePoissonDistribution(double mean, curandDiscreteDistribution_t* made) {
    if (!(mean > 0)) return CURAND_STATUS_OUT_OF_RANGE;
    const curandDiscreteDistribution_st values{mean};
    const bool works = cudaMalloc(made, sizeof(values)) == cudaSuccess &&
                       cudaMemcpy(*made, &values, sizeof(values), cudaMemcpyHostToDevice) == cudaSuccess;
    return works ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
inline curandStatus_t curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
    return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

namespace strider::emulation::random {
/// How many uniform numbers have a product of at least exp(-mean): Knuth's algorithm.
template <class State>
STRIDER_EMULATOR_ARITHMETIC unsigned poisson(State* state, float mean) {
    unsigned count = 0;
    for (float product = std::exp(mean) * curand_uniform(state); product > 1; product *= curand_uniform(state)) ++count;
    return count;
}
}  // namespace strider::emulation::random

template <class State>
STRIDER_EMULATOR_ARITHMETIC unsigned curand_poisson(State* state, double mean) {
    if (mean > 4000) return static_cast<unsigned>(std::sqrt(mean) * curand_normal_double(state) + mean + 0.5);
    unsigned sum = 0;
    for (; mean >= 64; mean -= 32) sum += strider::emulation::random::poisson(state, 32);
    return sum + strider::emulation::random::poisson(state, static_cast<float>(mean));
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC uint4 curand_poisson4(State* state, double mean) {
    const unsigned x = curand_poisson(state, mean), y = curand_poisson(state, mean), z = curand_poisson(state, mean);
    return {x, y, z, curand_poisson(state, mean)};
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC unsigned curand_discrete(State* state, curandDiscreteDistribution_t distribution) {
    return curand_poisson(state, distribution->mean);
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC uint4 curand_discrete4(State* state, curandDiscreteDistribution_t distribution) {
    return curand_poisson4(state, distribution->mean);
}
// SPDX-License-Identifier: Apache-2.0
