// Arrays and launches that a command line names: what the main() that it makes calls.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <type_traits>
#include <vector>

#include <strider/check/runtime/memory.hpp>

namespace strider::emulation::program {

/// Device memory that findings call by this name.
void* named_array(const char* name, std::size_t bytes, std::size_t element_bytes);

/// How many elements the arrays have.
inline std::map<const void*, std::size_t> array_lengths;

/// An array with unwritten elements.
template <class T>
T* array(const char* name, std::size_t count) {
    T* const made = static_cast<T*>(named_array(name, count * sizeof(T), sizeof(T)));
    array_lengths[made] = count;
    return made;
}

template <class T>
T* array(const char* name, const std::vector<T>& values) {
    T* const made = array<T>(name, values.size());
    cudaMemcpy(made, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return made;
}

template <class T, class Element>
std::vector<T> elements(std::size_t count, const Element& element) {
    std::vector<T> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<T>(element(i));
    return values;
}

/// The same numbers each time: floating ones from 0 to 1, others from 0 to 99.
inline auto random_numbers(const char* name, bool whole) {
    std::uint64_t start = 0;
    for (; *name != 0; ++name) start = start * 31 + static_cast<unsigned char>(*name);
    return [start, whole](std::size_t i) {
        std::uint64_t x = (start + i + 1) * 0x9E3779B97F4A7C15;  // SplitMix64
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9;
        x = (x ^ x >> 27) * 0x94D049BB133111EB;
        x ^= x >> 31;
        return whole ? static_cast<double>(x % 100) : static_cast<double>(x >> 11) * 0x1p-53;
    };
}

/// The elements of a file, behind so many bytes.
template <class T>
std::vector<T> file_elements(const char* file, std::size_t offset, std::size_t count) {
    std::vector<T> values(count);
    std::ifstream in(file, std::ios::binary);
    in.seekg(static_cast<std::streamoff>(offset))
        .read(reinterpret_cast<char*>(values.data()), static_cast<std::streamsize>(count * sizeof(T)));
    return values;
}

template <class T>
std::vector<T> copied(const T* array, std::size_t count) {
    std::vector<T> values(count);
    cudaMemcpy(values.data(), array, count * sizeof(T), cudaMemcpyDeviceToHost);
    return values;
}

/// Waits for the launch; where it failed, the program ends.
inline void finish(const char* launch) {
    const cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s, %s\n", launch, cudaGetErrorName(error), cudaGetErrorString(error));
    std::exit(EXIT_FAILURE);
}

template <class T>
constexpr bool is_whole = std::is_integral_v<T>;

/// A number as it is printed.
template <class T>
auto shown(const T& value) {
    if constexpr (std::is_integral_v<T>)
        return +value;
    else
        return static_cast<double>(value);
}

template <class T>
void print(const char* name, const T* array, std::size_t most) {
    std::cout << name << ':';
    for (const T& value : copied(array, std::min(most, array_lengths[array]))) std::cout << ' ' << shown(value);
    std::cout << std::endl;
}

/// Whether the elements are those expected: whole numbers equal, others within 10^-5 of them (half numbers 10^-2).
template <class T>
bool is_expected(const char* name, const T* array, const std::vector<T>& expected) {
    const std::vector<T> got = copied(array, std::min(expected.size(), array_lengths[array]));
    std::size_t wrong = 0, first = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
        bool same = got[i] == expected[i];
        if constexpr (!is_whole<T>) {
            const double a = shown(got[i]), b = shown(expected[i]);
            same = same || (std::isnan(a) && std::isnan(b)) ||
                   std::fabs(a - b) <= (sizeof(T) == 2 ? 1e-2 : 1e-5) * std::fabs(b);
        }
        if (!same && wrong++ == 0) first = i;
    }
    if (wrong != 0)
        std::cout << name << '[' << first << "] is " << shown(got[first]) << ", expected " << shown(expected[first])
                  << "; " << wrong << " of " << got.size() << (wrong == 1 ? " differs" : " differ") << std::endl;
    else if (expected.size() != array_lengths[array])
        std::cout << name << " has " << array_lengths[array] << " elements, expected " << expected.size() << std::endl;
    return wrong == 0 && expected.size() == array_lengths[array];
}

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
