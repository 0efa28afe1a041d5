// Wrong:  reads one element too many of an array, and later an array that was not filled: the second is no
//         consequence of the first, although threads were ended by that.
// From:   programs with two bugs: the second must not be taken for the first one's shadow
// Kernel: scale
// Fix:    make the array one element longer, so that it has the element right behind its end; or let the index go from
//         0 to n - 1: i < n, not i <= n
// Fix:    write the memory before the kernel reads it, for instance with cudaMemset
// Mended: the bound is the number of elements, and the factors are filled.
#include "../program.cuh"

__global__ void scale(const int* in, const int* factors, int* out, int n) {
    const int i = static_cast<int>(threadIdx.x);
#ifdef MENDED
    if (i >= n) return;
#else
    if (i > n) return;
#endif
    const int factor = factors == nullptr ? 1 : factors[i];  // expect: uninitialised-read
    out[i] = factor * in[i];                                 // expect: out-of-bounds
}

int main() {
    const int n = 48;
    const std::vector<int> ones(n, 1);
    int *const in = to_device(ones), *const factors = device_array<int>(n + 16), *const out = device_array<int>(n + 16);
#ifdef MENDED
    cudaMemcpy(factors, ones.data(), n * sizeof(int), cudaMemcpyHostToDevice);
#endif
    scale<<<1, 64>>>(in, nullptr, out, n);
    scale<<<1, 64>>>(in, factors, out, n);
    return judge(sum_of(to_host(out, n)), n);
}
// SPDX-License-Identifier: Apache-2.0
