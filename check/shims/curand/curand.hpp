// cuRAND's interface of the host: numbers for whole arrays. XORWOW and Philox have NVIDIA's bits, in its default order;
// normal numbers are rounded from accurate functions, and Poisson's are other ones.
#pragma once

#include <cstddef>

#include <strider/check/runtime/data_types.hpp>
#include <strider/check/runtime/stream.hpp>

// By which programs know that the toolkit's header has been read.
#define CURAND_H_

#define CURAND_VERSION 10400

enum curandStatus {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED,
    CURAND_STATUS_ALLOCATION_FAILED,
    CURAND_STATUS_TYPE_ERROR,
    CURAND_STATUS_OUT_OF_RANGE,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE,
    CURAND_STATUS_INITIALIZATION_FAILED,
    CURAND_STATUS_ARCH_MISMATCH,
    CURAND_STATUS_INTERNAL_ERROR = 999
};
enum curandRngType {
    CURAND_RNG_TEST = 0,
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
    CURAND_RNG_QUASI_SOBOL64,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64
};
enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT,
    CURAND_ORDERING_PSEUDO_SEEDED,
    CURAND_ORDERING_PSEUDO_LEGACY,
    CURAND_ORDERING_PSEUDO_DYNAMIC,
    CURAND_ORDERING_QUASI_DEFAULT = 201
};
using curandStatus_t = curandStatus;
using curandRngType_t = curandRngType;
using curandOrdering_t = curandOrdering;
using curandGenerator_t = struct curandGenerator_st*;

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type);
/// The same for arrays of the host.
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int* version);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
/// Every order is the default one.
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* output, std::size_t n);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, std::size_t n);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, std::size_t n);
/// For normal numbers, n must be even.
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, std::size_t n, float mean,
                                    float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, std::size_t n, double mean,
                                          double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, std::size_t n, float mean,
                                       float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, std::size_t n, double mean,
                                             double deviation);
curandStatus_t curandGeneratePoisson(curandGenerator_t generator, unsigned* output, std::size_t n, double lambda);
// SPDX-License-Identifier: Apache-2.0
