// Prices of options by Black and Scholes: arrays of structures, one thread an option, compared with the host's.
// Feature: whole programs: option prices, structures passed by value, functions of both sides
// Kernel: price
// Prints: 500 options: largest difference below 1e-4
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

struct Market {
    float rate, volatility;
};
struct Option {
    float spot, strike, years;
};
struct Price {
    float call, put;
};

__host__ __device__ inline float normal_below(float d) { return 0.5f * erfcf(-d * 0.70710678f); }

__host__ __device__ inline Price price_of(const Option& o, const Market& m) {
    const float root = m.volatility * sqrtf(o.years);
    const float d1 = (logf(o.spot / o.strike) + (m.rate + 0.5f * m.volatility * m.volatility) * o.years) / root;
    const float d2 = d1 - root, discounted = o.strike * expf(-m.rate * o.years);
    return {o.spot * normal_below(d1) - discounted * normal_below(d2),
            discounted * normal_below(-d2) - o.spot * normal_below(-d1)};
}

__global__ void __launch_bounds__(128) price(const Option* options, Price* prices, Market market, int n) {
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i >= n) return;
    const Option own = options[i];  // expect: uninitialised-read
    prices[i] = price_of(own, market);
}

int main() {
    const int n = 500;
    const Market market{0.02f, 0.3f};
    std::vector<Option> options(n);
    for (int i = 0; i < n; ++i) options[i] = {20.0f + i % 31, 15.0f + i % 47, 0.25f + (i % 40) * 0.25f};
    Option* d_options = nullptr;
    Price* d_prices = nullptr;
    cudaMalloc(&d_options, n * sizeof(Option));
    cudaMalloc(&d_prices, n * sizeof(Price));
#ifdef WRONG
    cudaMemcpy(d_options, options.data(), n * sizeof(float), cudaMemcpyHostToDevice);  // of one member only
#else
    cudaMemcpy(d_options, options.data(), n * sizeof(Option), cudaMemcpyHostToDevice);
#endif
    price<<<(n + 127) / 128, 128>>>(d_options, d_prices, market, n);
    std::vector<Price> prices(n);
    cudaMemcpy(prices.data(), d_prices, n * sizeof(Price), cudaMemcpyDeviceToHost);
    float largest = 0;
    for (int i = 0; i < n; ++i) {
        const Price expected = price_of(options[i], market);
        const float worse =
            std::max(std::fabs(prices[i].call - expected.call), std::fabs(prices[i].put - expected.put));
        largest = std::isnan(worse) ? INFINITY : std::max(largest, worse);
    }
    std::printf("%d options: largest difference %s 1e-4\n", n, largest < 1e-4f ? "below" : "above");
    cudaFree(d_options);
    cudaFree(d_prices);
    return largest < 1e-4f ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
