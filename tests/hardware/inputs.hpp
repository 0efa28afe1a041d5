// Inputs of the functions and instructions that hardware has answered for: edges of their types, small numbers, and any
// bits.
#pragma once
#include <cstdio>
#include <cstring>

using bits32 = unsigned;
using bits64 = unsigned long long;

constexpr int inputs = 4096;

__device__ inline bits32 mixed(unsigned i, unsigned stream) {
    bits32 v = i * 0x9E3779B9u + stream * 0x85EBCA6Bu;
    v = (v ^ v >> 16) * 0x7FEB352Du;
    v = (v ^ v >> 15) * 0x846CA68Bu;
    return v ^ v >> 16;
}
__device__ inline bits32 word(unsigned i, unsigned stream) {
    constexpr bits32 edges[] = {0, 1, ~0u, 0x80000000, 0x7FFFFFFF, 0x80808080, 0x7F7F7F7F, 0x00FF00FF};
    const bits32 v = mixed(i, stream);
    return i % 16 == 0 ? edges[v % 8] : i % 16 == 1 ? v % 256 : i % 16 == 2 ? v % 40 : v;
}
__device__ inline bits64 double_word(bits32 high, bits32 low) { return bits64{high} << 32 | low; }

__device__ inline float single(unsigned i, unsigned stream) {
    // both zeros, both infinities, NaN, the smallest and the largest number, 1, 0.5, 2.5
    constexpr bits32 edges[] = {0, 0x80000000, 0x7F800000, 0xFF800000, 0x7FC00000,
                                1, 0x7F7FFFFF, 0x3F800000, 0x3F000000, 0x40200000};
    const bits32 v = word(i, stream);
    switch (i % 8) {
        case 0:
            return __uint_as_float(edges[v % 10]);
        case 1:
            return int(v % 4001 - 2000) * 0.5f;
        case 2:
            return int(v) * 1e-6f;
        case 3:
            return int(v) * 3e3f;
        default:
            return __uint_as_float(v);
    }
}
__device__ inline double twofold(unsigned i, unsigned stream) {
    const bits32 v = word(i, stream);
    switch (i % 8) {
        case 0:
            return single(i, stream);
        case 1:
            return int(v % 4001 - 2000) * 0.5;
        case 2:
            return int(v) * 1e-6;
        case 3:
            return int(v) * 3e12;
        default:
            return __longlong_as_double(double_word(v, word(i, stream + 40)));
    }
}

// All NaN count as one: hardware does not say which one a function gives.
template <class T>
__device__ bits64 bits_of(T value) {
    if constexpr (T(0.5) != T(0))
        if (value != value) return sizeof(T) == 4 ? 0x7FFFFFFF : 0x7FFFFFFFFFFFFFFF;
    bits64 bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

// Prints a hash of all results, and with `each` the results. A name is "ROW: COLUMN" or "ROW"; neighbours of one row
// stand in one line.
template <int count>
void print(const char* name, const bits64 (&results)[count], cudaError_t status, bool each) {
    static struct line {
        char row[120] = "";
        ~line() { printf("\n"); }
    } line;
    const char* const colon = strstr(name, ": ");
    const size_t length = colon == nullptr ? strlen(name) : colon + 1 - name;
    if (strncmp(line.row, name, length) != 0 || line.row[length] != 0) {
        if (line.row[0] != 0) printf("\n");
        snprintf(line.row, sizeof line.row, "%.*s", int(length), name);
        printf("%s", line.row);
    } else
        printf(",");
    bits64 hash = 1469598103934665603u;
    for (const bits64 result : results) hash = (hash ^ result) * 1099511628211u + (hash >> 31);
    printf("%s = %016llx", name + length, hash);
    if (status != cudaSuccess) printf(" %s", cudaGetErrorName(status));
    for (int i = 0; each && i < count; ++i) printf("\n  %d %llx", i, results[i]);
}

// Prints the results of each function that `evaluate` knows by its number.
template <int functions>
void print_all(const char* const (&names)[functions], void (*evaluate)(int, bits64*), const char* shown) {
    static bits64 results[inputs];
    bits64* device_results = nullptr;
    cudaMalloc(&device_results, sizeof results);
    for (int i = 0; i < functions; ++i) {
        cudaMemset(device_results, 0, sizeof results);
        evaluate<<<inputs / 256, 256>>>(i, device_results);
        const cudaError_t status = cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost);
        print(names[i], results, status, strcmp(shown, names[i]) == 0);
    }
    cudaFree(device_results);
}
// SPDX-License-Identifier: Apache-2.0
