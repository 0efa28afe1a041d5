// Wrong:  nothing writes an array that three lines read. It is one finding.
// From:   stencils whose input was allocated and never copied
// Kernel: smooth
// Says:   1 finding
// Says:   ; likewise
// Fix:    write the memory before the kernel reads it, for instance with cudaMemset
// Mended: the input is copied.
#include "../program.cuh"

__global__ void smooth(const int* in, int* out, int count) {
    const int i = static_cast<int>(threadIdx.x);
    int sum = in[i];                      // expect: uninitialised-read
    if (i > 0) sum += in[i - 1];          // expect: uninitialised-read
    if (i + 1 < count) sum += in[i + 1];  // expect: uninitialised-read
    out[i] = sum;
}

int main() {
    constexpr int count = 40;
    const std::vector<int> values(count, 1);
    std::vector<int> expected(count, 3);
    expected.front() = expected.back() = 2;
    int *const in = device_array<int>(count), *const out = device_array<int>(count);
#ifdef MENDED
    cudaMemcpy(in, values.data(), count * sizeof(int), cudaMemcpyHostToDevice);
#endif
    smooth<<<1, count>>>(in, out, count);
    return judge(to_host(out, count), expected);
}
// SPDX-License-Identifier: Apache-2.0
