// Wrong:  the result's memory is never freed.
// From:   programs that end soon, and whose functions move into a library later
// Check:  leaks
// Kernel: square
// Fix:    free the memory with cudaFree()
// Mended: cudaFree() of both arrays.
#include "../program.cuh"

__global__ void square(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x]; }

int main() {
    int *in = nullptr, *out = nullptr;
    std::vector<int> values = numbers(32);
    cudaMalloc(&in, 32 * sizeof(int));
    cudaMalloc(&out, 32 * sizeof(int));  // expect: leak
    cudaMemcpy(in, values.data(), 32 * sizeof(int), cudaMemcpyHostToDevice);
    square<<<1, 32>>>(in, out);
    const std::vector<int> squares = to_host(out, 32);
    cudaFree(in);
#ifdef MENDED
    cudaFree(out);
#endif
    for (int& value : values) value *= value;
    return judge(squares, values);
}
// SPDX-License-Identifier: Apache-2.0
