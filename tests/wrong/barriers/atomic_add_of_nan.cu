// Wrong:  an atomicAdd by compare-and-swap compares doubles: NaN is not equal to itself, and the loop never ends.
// From:   sources/001 (lecture) and CUDA's programming guide: "uses integer comparison to avoid hang in case of NaN"
// Kernel: sum
// Fix:    compare the bits as integers, as by __double_as_longlong(x): NaN is not equal to itself, so that this loop
//         never ends
// Mended: the bits are compared, as integers.
#include <cmath>

#include "../program.cuh"

__device__ void add(double* address, double value) {
    auto* const bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *const_cast<volatile unsigned long long*>(bits), assumed;
    do {
        assumed = old;  // may be: deadlock
        const double sum = value + __longlong_as_double(assumed);
        old = atomicCAS(bits, assumed, __double_as_longlong(sum));  // expect: deadlock
#ifdef MENDED
    } while (assumed != old);
#else
    } while (__longlong_as_double(assumed) != __longlong_as_double(old));  // may be: deadlock
#endif
}

__global__ void sum(const double* values, double* total) { add(total, values[threadIdx.x]); }

int main() {
    std::vector<double> values(32, 1.0);
    values[7] = std::nan("");
    double* const total = to_device(std::vector<double>{0});
    sum<<<1, 32>>>(to_device(values), total);
    return judge(std::isnan(to_host(total, 1)[0]), true);
}
// SPDX-License-Identifier: Apache-2.0
