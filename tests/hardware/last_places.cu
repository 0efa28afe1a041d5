// By how many last places a GPU's functions of the mathematical library differ from the host's, which are the
// emulator's.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

// clang-format off: rows of tables

#define FLOATS1(F) \
    F(sinf) F(cosf) F(tanf) F(asinf) F(acosf) F(atanf) F(sinhf) F(coshf) F(tanhf) F(asinhf) F(acoshf) F(atanhf) F(expf) F(exp2f) \
    F(expm1f) F(logf) F(log2f) F(log10f) F(log1pf) F(cbrtf) F(erff) F(erfcf) F(tgammaf)
#define FLOATS2(F) F(powf) F(atan2f) F(hypotf)
#define DOUBLES1(F) \
    F(sin) F(cos) F(tan) F(asin) F(acos) F(atan) F(sinh) F(cosh) F(tanh) F(asinh) F(acosh) F(atanh) F(exp) F(exp2) F(expm1) \
    F(log) F(log2) F(log10) F(log1p) F(cbrt) F(erf) F(erfc) F(tgamma)
#define DOUBLES2(F) F(pow) F(atan2) F(hypot)
#define FUNCTIONS(F1, F2) FLOATS1(F1) FLOATS2(F2) DOUBLES1(F1) DOUBLES2(F2)

// Half of the inputs are within 8 of 0, a quarter below 0.0001, the others of any size.
template <class T>
__host__ __device__ T input(unsigned i, unsigned stream) {
    unsigned v = i * 0x9E3779B9u + stream * 0x85EBCA6Bu;
    v = (v ^ v >> 16) * 0x7FEB352Du;
    v = (v ^ v >> 15) * 0x846CA68Bu;
    v ^= v >> 16;
    const T unit = T(int(v)) / T(2147483648.0);
    return i % 4 == 3 ? unit * T(1 << v % 30) : i % 4 == 2 ? unit / T(10000) : unit * T(8);
}
constexpr unsigned arguments = 1 << 20;

template <class T, class Function>
__global__ void evaluate(Function function, T* results) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    results[i] = function(input<T>(i, 1), input<T>(i, 2));
}

// The numbers in their order, both zeros as one.
std::int64_t rank(float x) {
    std::int32_t bits;
    memcpy(&bits, &x, sizeof x);
    return bits < 0 ? -std::int64_t(bits & 0x7FFFFFFF) : bits;
}
std::int64_t rank(double x) {
    std::int64_t bits;
    memcpy(&bits, &x, sizeof x);
    return bits < 0 ? -(bits & 0x7FFFFFFFFFFFFFFF) : bits;
}

std::map<std::int64_t, std::string> by_most;

template <class T, class Function>
void compare(const char* name, Function function) {
    static T results[arguments];
    T* device_results = nullptr;
    cudaMalloc(&device_results, sizeof results);
    evaluate<<<arguments / 256, 256>>>(function, device_results);
    cudaMemcpy(results, device_results, sizeof results, cudaMemcpyDeviceToHost);
    cudaFree(device_results);
    std::int64_t most = 0;
    for (unsigned i = 0; i < arguments; ++i) {
        const T host = function(input<T>(i, 1), input<T>(i, 2));
        if (host == host || results[i] == results[i]) most = std::max(most, std::abs(rank(host) - rank(results[i])));
    }
    std::string& functions = by_most[most];
    functions += functions.empty() ? name : std::string(", ") + name;
}

#define OF_ONE(name) \
    struct name##_function { \
        template <class T> \
        __host__ __device__ T operator()(T a, T) const { return name(a); } \
    };
#define OF_TWO(name) \
    struct name##_function { \
        template <class T> \
        __host__ __device__ T operator()(T a, T b) const { return name(a, b); } \
    };
FUNCTIONS(OF_ONE, OF_TWO)

// clang-format on

int main() {
#define FLOAT(name) compare<float>(#name, name##_function{});
#define DOUBLE(name) compare<double>(#name, name##_function{});
    FLOATS1(FLOAT);
    FLOATS2(FLOAT);
    DOUBLES1(DOUBLE);
    DOUBLES2(DOUBLE);
    for (const auto& [most, functions] : by_most)
        printf("|%lld|%s|\n", static_cast<long long>(most), functions.c_str());
}
// SPDX-License-Identifier: Apache-2.0
