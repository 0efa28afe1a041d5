// Wrong:  a warp reads a column whose elements all lie in one bank. A note: the result is right, but comes late.
// From:   transposes through shared memory
// Check:  bank-conflicts
// Kernel: transpose
// Fix:    let neighbouring threads access neighbouring words; if they go down a column, make each row one element
//         longer
// Mended: rows are padded by one element.
#include "../program.cuh"

constexpr int side = 32;
#ifdef MENDED
constexpr int padding = 1;
#else
constexpr int padding = 0;
#endif

__global__ void transpose(const int* in, int* out) {
    __shared__ int tile[side][side + padding];
    const int row = static_cast<int>(threadIdx.y), column = static_cast<int>(threadIdx.x);
    tile[row][column] = in[row * side + column];
    __syncthreads();
    out[row * side + column] = tile[column][row];  // expect: bank-conflict
}

int main() {
    const std::vector<int> in = numbers(side * side);
    std::vector<int> expected(in.size());
    for (int i = 0; i < side * side; ++i) expected[i] = in[i % side * side + i / side];
    int* const out = device_array<int>(in.size());
    transpose<<<1, dim3(side, side)>>>(to_device(in), out);
    return judge(to_host(out, in.size()), expected);
}
// SPDX-License-Identifier: Apache-2.0
