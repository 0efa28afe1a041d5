// Helpers of programs here and in tests/programs: arrays in device memory, and the final judgement.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdio>
#include <vector>

template <class T>
T* device_array(std::size_t count) {
    T* array = nullptr;
    cudaMalloc(&array, count * sizeof(T));
    return array;
}

template <class T>
T* to_device(const std::vector<T>& values) {
    T* const array = device_array<T>(values.size());
    cudaMemcpy(array, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return array;
}

template <class T>
std::vector<T> to_host(const T* array, std::size_t count) {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), array, count * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}

/// 0, 1, 2, ... modulo 7: small numbers, so that no sum overflows.
inline std::vector<int> numbers(std::size_t count) {
    std::vector<int> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<int>(i % 7);
    return values;
}

template <class T>
T sum_of(const std::vector<T>& values) {
    T sum{};
    for (const T& value : values) sum += value;
    return sum;
}

/// The program's exit status: 0 if the result is right.
template <class T>
int judge(const T& result, const T& expected) {
    if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) {
        std::puts("a launch failed");
        return 1;
    }
    std::puts(result == expected ? "right" : "wrong result");
    return result == expected ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
