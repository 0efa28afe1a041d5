// Wrong:  a table in constant memory has four entries of three, and a thread takes a fourth one.
// From:   quadrature rules in constant memory
// Kernel: integrate
// Says:   uses index 3 of an array of type 'float [3]'
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the loop ends with the rule's points.
#include "../program.cuh"

struct rule {
    float weights[3], places[3];
};
__constant__ rule rules[4] = {
    {{1, 2, 1}, {0, 1, 2}}, {{1, 2, 1}, {0, 1, 2}}, {{1, 2, 1}, {0, 1, 2}}, {{1, 2, 1}, {0, 1, 2}}};

__global__ void integrate(float* out, int points) {
    const rule& own = rules[threadIdx.x % 4];
    float sum = 0;
    for (int i = 0; i < points; ++i) sum += own.weights[i];  // expect: out-of-bounds
    out[threadIdx.x] = sum;
}

int main() {
    float* const out = device_array<float>(32);
#ifdef MENDED
    integrate<<<1, 32>>>(out, 3);
#else
    integrate<<<1, 32>>>(out, 4);
#endif
    return judge(sum_of(to_host(out, 32)), 32 * 4.f);
}
// SPDX-License-Identifier: Apache-2.0
