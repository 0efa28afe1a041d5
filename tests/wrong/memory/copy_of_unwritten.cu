// Wrong:  a grid that is rounded down leaves the last elements unwritten, and the host reads its copy of them.
// From:   n / block blocks
// Kernel: fill
// Says:   the host reads a copy of element 96 of an allocation of 800 bytes
// Says:   nothing wrote it before the copy at
// Fix:    write every element that the host copies: launch enough threads, (n + block - 1) / block blocks, or copy
//         fewer bytes
// Mended: the grid is rounded up. A copy of what nobody wrote is no defect where the host does not read it.
#include "../program.cuh"

struct padded {
    char tag;
    double value;
};

__global__ void fill(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}
__global__ void fill_padded(padded* out) {
    out->tag = 'a';
    out->value = 1;
}

int main() {
    constexpr int n = 100, block = 32;
    int* const out = device_array<int>(2 * n);
    padded* const single = device_array<padded>(1);
#ifdef MENDED
    fill<<<(n + block - 1) / block, block>>>(out, n);
#else
    fill<<<n / block, block>>>(out, n);
#endif
    fill_padded<<<1, 1>>>(single);
    const std::vector<int> all = to_host(out, 2 * n);
    padded copy;
    cudaMemcpy(&copy, single, sizeof(copy), cudaMemcpyDeviceToHost);
    const padded other = copy;
    int sum = static_cast<int>(other.value);
    for (int i = 0; i < n; ++i) sum += all[i];  // expect: uninitialised-read
    cudaFree(out);
    cudaFree(single);
    return judge(sum, n * (n - 1) / 2 + 1);
}
// SPDX-License-Identifier: Apache-2.0
