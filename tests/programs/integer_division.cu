// Integer division by zero, and of the least integer by -1: a lane gets a result and goes on. The divisors come from
// memory and from registers, in 32 and 64 bits.
// Feature: arithmetic: integer division by zero
// Kernel: divide
// Prints: 7 / 0 = -1, 7 % 0 = 7, least / -1 = -2147483648, least % -1 = 0
// Prints: 7u / 0u = 4294967295, from memory -1, 64 bits went on
#include <climits>

#include "../wrong/program.cuh"

struct results {
    int quotient, remainder, least_quotient, least_remainder, from_memory;
    unsigned of_unsigned;
    long long wide_quotient, wide_remainder;
    unsigned long long wide_unsigned;
    int went_on;
};

__global__ void divide(const int* divisors, long long wide, results* out) {
    const int zero = divisors[0], minus_one = divisors[1], least = divisors[2];
    out->quotient = 7 / zero;
    out->remainder = 7 % zero;
    out->least_quotient = least / minus_one;
    out->least_remainder = least % minus_one;
    out->from_memory = 7 / divisors[threadIdx.x];
    out->of_unsigned = 7u / static_cast<unsigned>(zero);
    out->wide_quotient = wide / zero;
    out->wide_remainder = wide % zero;
    out->wide_unsigned = static_cast<unsigned long long>(wide) / static_cast<unsigned>(zero);
    out->went_on = 1;
#ifdef WRONG
    out[threadIdx.x + 1].went_on = 1;  // expect: out-of-bounds
#endif
}

int main() {
    results* const device_out = device_array<results>(1);
    divide<<<1, 1>>>(to_device(std::vector{0, -1, INT_MIN}), 1LL << 40, device_out);
    const results out = to_host(device_out, 1)[0];
    std::printf("7 / 0 = %d, 7 %% 0 = %d, least / -1 = %d, least %% -1 = %d\n", out.quotient, out.remainder,
                out.least_quotient, out.least_remainder);
    std::printf("7u / 0u = %u, from memory %d, 64 bits went %s\n", out.of_unsigned, out.from_memory,
                out.went_on == 1 ? "on" : "nowhere");
}
// SPDX-License-Identifier: Apache-2.0
