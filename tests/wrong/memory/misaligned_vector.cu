// Wrong:  loads vectors of four from an array that begins one element behind a multiple of 16 bytes.
// From:   vectorised loads of rows whose length is not a multiple of four
// Kernel: sum_vectors
// Says:   which is not a multiple of 16: byte 4 of
// Fix:    align the data to the size of the access, or access smaller elements
// Mended: the vectors begin where the array does.
#include "../program.cuh"

__global__ void sum_vectors(const int* values, int* sums) {
#ifdef MENDED
    const int first = 0;
#else
    const int first = 1;
#endif
    const int4 four = reinterpret_cast<const int4*>(values + first)[threadIdx.x];  // expect: misaligned-access
    sums[threadIdx.x] = four.x + four.y + four.z + four.w;
}

int main() {
    const std::vector<int> values = numbers(132);
    int* const sums = device_array<int>(32);
    sum_vectors<<<1, 32>>>(to_device(values), sums);
    return judge(sum_of(to_host(sums, 32)), sum_of(std::vector<int>(values.begin(), values.begin() + 128)));
}
// SPDX-License-Identifier: Apache-2.0
