// curand_kernel.h: the generators XORWOW and Philox 4x32-10, with CURAND's seeds, sequences and offsets, so that the
// bits are CURAND's. Normal numbers are rounded from accurate functions: they may differ from a GPU's in the last
// places.
#pragma once

#include <cmath>
#include <cstdint>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/vector_types.hpp>

struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
using curandStateXORWOW_t = curandStateXORWOW;
using curandState_t = curandStateXORWOW;
using curandState = curandStateXORWOW;

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
using curandStatePhilox4_32_10_t = curandStatePhilox4_32_10;

namespace strider::emulation::random {

/// The part of XORWOW's state that is linear: a step is a matrix of bits.
struct xorwow_words {
    std::uint32_t word[5];
};

STRIDER_EMULATOR_ROUTINE xorwow_words step(xorwow_words from) {
    const std::uint32_t* const v = from.word;
    const std::uint32_t t = v[0] ^ v[0] >> 2;
    return {{v[1], v[2], v[3], v[4], v[4] ^ v[4] << 4 ^ t ^ t << 1}};
}
/// n * 2^power steps.
xorwow_words skip(xorwow_words from, unsigned long long n, unsigned power) noexcept;

constexpr std::uint32_t weyl_step = 362437;
constexpr unsigned sequence_power = 67;  ///< sequences are 2^67 numbers apart

STRIDER_EMULATOR_ROUTINE void skip(curandStateXORWOW& state, unsigned long long n, unsigned power) {
    const xorwow_words next = skip({{state.v[0], state.v[1], state.v[2], state.v[3], state.v[4]}}, n, power);
    for (unsigned i = 0; i < 5; ++i) state.v[i] = next.word[i];
}

STRIDER_EMULATOR_ROUTINE curandStateXORWOW begin_xorwow(unsigned long long seed, unsigned long long sequence,
                                                        unsigned long long offset) {
    const std::uint32_t low = static_cast<std::uint32_t>(seed) ^ 0xaad26b49u,
                        high = static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu;
    const std::uint32_t a = 1099087573u * low, b = 2591861531u * high;
    curandStateXORWOW state{
        6615241u + b + a, {123456789u + a, 362436069u ^ a, 521288629u + b, 88675123u ^ b, 5783321u + a}, 0, 0, 0, 0};
    skip(state, sequence, sequence_power);
    skip(state, offset, 0);
    state.d += static_cast<std::uint32_t>(offset) * weyl_step;
    return state;
}

STRIDER_EMULATOR_ROUTINE uint4 philox(uint4 counter, uint2 key) {
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = std::uint64_t{0xd2511f53u} * counter.x, b = std::uint64_t{0xcd9e8d57u} * counter.z;
        counter = {static_cast<std::uint32_t>(b >> 32) ^ counter.y ^ key.x, static_cast<std::uint32_t>(b),
                   static_cast<std::uint32_t>(a >> 32) ^ counter.w ^ key.y, static_cast<std::uint32_t>(a)};
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return counter;
}
/// The counter is of 128 bits; `word` is where n is added.
STRIDER_EMULATOR_ROUTINE void advance(uint4& counter, unsigned long long n, unsigned word) {
    unsigned int* const words[] = {&counter.x, &counter.y, &counter.z, &counter.w};
    std::uint64_t carry = 0;
    for (unsigned i = word; i < 4; ++i) {
        const std::uint64_t part = i - word < 2 ? static_cast<std::uint32_t>(n >> (32 * (i - word))) : 0;
        const std::uint64_t sum = *words[i] + part + carry;
        *words[i] = static_cast<std::uint32_t>(sum);
        carry = sum >> 32;
    }
}
STRIDER_EMULATOR_ROUTINE curandStatePhilox4_32_10 begin_philox(unsigned long long seed, unsigned long long sequence,
                                                               unsigned long long offset) {
    curandStatePhilox4_32_10 state{};
    state.key = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
    advance(state.ctr, sequence, 2);
    advance(state.ctr, offset / 4, 0);
    state.STATE = static_cast<unsigned>(offset % 4);
    state.output = philox(state.ctr, state.key);
    return state;
}
STRIDER_EMULATOR_ROUTINE curandStatePhilox4_32_10 next_block(curandStatePhilox4_32_10 state) {
    advance(state.ctr, 1, 0);
    state.output = philox(state.ctr, state.key);
    state.STATE = 0;
    return state;
}
STRIDER_EMULATOR_ROUTINE unsigned pick(uint4 from, unsigned i) {
    return i == 0 ? from.x : i == 1 ? from.y : i == 2 ? from.z : from.w;
}

// Uniform numbers are in (0, 1]: the middle of 2^-32 (2^-53) wide steps.
STRIDER_EMULATOR_ROUTINE float uniform(unsigned bits) {
    constexpr float step = 2.3283064e-10f;
    return static_cast<float>(bits) * step + step / 2.0f;
}
STRIDER_EMULATOR_ROUTINE double uniform_double(unsigned low, unsigned high) {
    const std::uint64_t bits = low ^ static_cast<std::uint64_t>(high) << 21;
    return static_cast<double>(bits) * 0x1p-53 + 0x1p-54;
}
STRIDER_EMULATOR_ROUTINE float2 normal_pair(unsigned a, unsigned b) {
    constexpr float step = 2.3283064e-10f * 6.2831855f;
    const double u = uniform(a), angle = static_cast<float>(b) * step + step / 2.0f;
    const double radius = std::sqrt(-2 * std::log(u));
    return {static_cast<float>(radius * std::sin(angle)), static_cast<float>(radius * std::cos(angle))};
}
STRIDER_EMULATOR_ROUTINE double2 normal_pair_double(uint4 bits) {
    const double u = uniform_double(bits.x, bits.y), v = 2 * uniform_double(bits.z, bits.w);
    const double radius = std::sqrt(-2 * std::log(u)), angle = v * 3.14159265358979323846;
    return {radius * std::sin(angle), radius * std::cos(angle)};
}

}  // namespace strider::emulation::random

// Functions that access a state are inlined, so that the accesses are the kernel's. A routine returns to a local state
// first: the routine itself is not instrumented, and must not write to the kernel's state.

STRIDER_EMULATOR_ARITHMETIC void curand_init(unsigned long long seed, unsigned long long sequence,
                                             unsigned long long offset, curandStateXORWOW* state) {
    const curandStateXORWOW first = strider::emulation::random::begin_xorwow(seed, sequence, offset);
    *state = first;
}
STRIDER_EMULATOR_ARITHMETIC void curand_init(unsigned long long seed, unsigned long long sequence,
                                             unsigned long long offset, curandStatePhilox4_32_10* state) {
    const curandStatePhilox4_32_10 first = strider::emulation::random::begin_philox(seed, sequence, offset);
    *state = first;
}
STRIDER_EMULATOR_ARITHMETIC void skipahead(unsigned long long n, curandStateXORWOW* state) {
    curandStateXORWOW next = *state;
    strider::emulation::random::skip(next, n, 0);
    next.d += static_cast<std::uint32_t>(n) * strider::emulation::random::weyl_step;
    *state = next;
}
STRIDER_EMULATOR_ARITHMETIC void skipahead_sequence(unsigned long long n, curandStateXORWOW* state) {
    curandStateXORWOW next = *state;
    strider::emulation::random::skip(next, n, strider::emulation::random::sequence_power);
    *state = next;
}

STRIDER_EMULATOR_ARITHMETIC unsigned int curand(curandStateXORWOW* state) {
    const auto next =
        strider::emulation::random::step({{state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]}});
    state->v[0] = next.word[0];
    state->v[1] = next.word[1];
    state->v[2] = next.word[2];
    state->v[3] = next.word[3];
    state->v[4] = next.word[4];
    state->d += strider::emulation::random::weyl_step;
    return next.word[4] + state->d;
}
STRIDER_EMULATOR_ARITHMETIC unsigned int curand(curandStatePhilox4_32_10* state) {
    const unsigned result = strider::emulation::random::pick(state->output, state->STATE);
    if (++state->STATE == 4) {
        const curandStatePhilox4_32_10 last = *state, next = strider::emulation::random::next_block(last);
        *state = next;
    }
    return result;
}
/// Four numbers at once.
STRIDER_EMULATOR_ARITHMETIC uint4 curand4(curandStatePhilox4_32_10* state) {
    const unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    return {a, b, c, d};
}

template <class State>
STRIDER_EMULATOR_ARITHMETIC float curand_uniform(State* state) {
    return strider::emulation::random::uniform(curand(state));
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC double curand_uniform_double(State* state) {
    const unsigned low = curand(state), high = curand(state);
    return strider::emulation::random::uniform_double(low, high);
}
/// Philox makes it from 32 bits only, as CURAND does; the pair has all bits of a double.
STRIDER_EMULATOR_ARITHMETIC double curand_uniform_double(curandStatePhilox4_32_10* state) {
    return curand(state) * 0x1p-32 + 0x1p-33;
}
STRIDER_EMULATOR_ARITHMETIC double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
    const uint4 bits = curand4(state);
    return {strider::emulation::random::uniform_double(bits.x, bits.y),
            strider::emulation::random::uniform_double(bits.z, bits.w)};
}
STRIDER_EMULATOR_ARITHMETIC double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
    const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
    return {first.x, first.y, second.x, second.y};
}
STRIDER_EMULATOR_ARITHMETIC float4 curand_uniform4(curandStatePhilox4_32_10* state) {
    const uint4 bits = curand4(state);
    return {strider::emulation::random::uniform(bits.x), strider::emulation::random::uniform(bits.y),
            strider::emulation::random::uniform(bits.z), strider::emulation::random::uniform(bits.w)};
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC float2 curand_normal2(State* state) {
    const unsigned a = curand(state), b = curand(state);
    return strider::emulation::random::normal_pair(a, b);
}
/// Every second number is kept from the call before.
template <class State>
STRIDER_EMULATOR_ARITHMETIC float curand_normal(State* state) {
    if (state->boxmuller_flag != 0) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    const float2 both = curand_normal2(state);
    state->boxmuller_extra = both.y;
    state->boxmuller_flag = 1;
    return both.x;
}
STRIDER_EMULATOR_ARITHMETIC float4 curand_normal4(curandStatePhilox4_32_10* state) {
    const uint4 bits = curand4(state);
    const float2 first = strider::emulation::random::normal_pair(bits.x, bits.y),
                 second = strider::emulation::random::normal_pair(bits.z, bits.w);
    return {first.x, first.y, second.x, second.y};
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC double2 curand_normal2_double(State* state) {
    const unsigned a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    return strider::emulation::random::normal_pair_double({a, b, c, d});
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC double curand_normal_double(State* state) {
    if (state->boxmuller_flag_double != 0) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    const double2 both = curand_normal2_double(state);
    state->boxmuller_extra_double = both.y;
    state->boxmuller_flag_double = 1;
    return both.x;
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC float curand_log_normal(State* state, float mean, float deviation) {
    return std::exp(mean + deviation * curand_normal(state));
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC double curand_log_normal_double(State* state, double mean, double deviation) {
    return std::exp(mean + deviation * curand_normal_double(state));
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC float2 curand_log_normal2(State* state, float mean, float deviation) {
    const float2 normal = curand_normal2(state);
    return {std::exp(mean + deviation * normal.x), std::exp(mean + deviation * normal.y)};
}
template <class State>
STRIDER_EMULATOR_ARITHMETIC double2 curand_log_normal2_double(State* state, double mean, double deviation) {
    const double2 normal = curand_normal2_double(state);
    return {std::exp(mean + deviation * normal.x), std::exp(mean + deviation * normal.y)};
}
STRIDER_EMULATOR_ARITHMETIC float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation) {
    const float2 first = curand_log_normal2(state, mean, deviation),
                 second = curand_log_normal2(state, mean, deviation);
    return {first.x, first.y, second.x, second.y};
}
STRIDER_EMULATOR_ARITHMETIC double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
    const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
    return {first.x, first.y, second.x, second.y};
}
STRIDER_EMULATOR_ARITHMETIC double4 curand_log_normal4_double(curandStatePhilox4_32_10* state, double mean,
                                                              double deviation) {
    const double2 first = curand_log_normal2_double(state, mean, deviation),
                  second = curand_log_normal2_double(state, mean, deviation);
    return {first.x, first.y, second.x, second.y};
}
// SPDX-License-Identifier: Apache-2.0
