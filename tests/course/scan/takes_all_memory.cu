// Allocates more than there is, and does not look at the status; without a kernel.
void prefix_sums(const int* in, int* out, int n) {
    for (int i = 0; i < 100; ++i) {
        int* p;
        cudaMalloc(&p, 1ul << 30);
        cudaMemset(p, 1, 1ul << 30);
    }
}
// SPDX-License-Identifier: Apache-2.0
