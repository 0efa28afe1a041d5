// A matrix product by tensor cores: every warp computes a tile of 16 x 16, in half precision and in integers.
// Feature: tensor cores: mma.h (fragments, load_matrix_sync, mma_sync, store_matrix_sync) in half, bfloat16, tf32, int8
// Kernel: multiply
// Prints: half right, bytes right
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;
constexpr int side = 32, tile = 16;

template <class Input, class Sum>
__global__ void multiply(const Input* a, const Input* b, Sum* c) {
    const int row = blockIdx.y * tile, column = blockIdx.x * tile;
    wmma::fragment<wmma::matrix_a, tile, tile, tile, Input, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, tile, tile, tile, Input, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, tile, tile, tile, Sum> sum;
    wmma::fill_fragment(sum, static_cast<Sum>(0));
    for (int k = 0; k < side; k += tile) {
        wmma::load_matrix_sync(left, a + row * side + k, side);
        wmma::load_matrix_sync(right, b + column * side + k, side);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + static_cast<Sum>(1);
#ifdef WRONG
    wmma::store_matrix_sync(c + (row + tile) * side + column, sum, side, wmma::mem_row_major);  // expect: out-of-bounds
#else
    wmma::store_matrix_sync(c + row * side + column, sum, side, wmma::mem_row_major);
#endif
}

template <class Input, class Sum>
bool right() {
    Input *a, *b;
    Sum* c;
    cudaMallocManaged(&a, side * side * sizeof(Input));
    cudaMallocManaged(&b, side * side * sizeof(Input));
    cudaMallocManaged(&c, side * side * sizeof(Sum));
    for (int i = 0; i < side * side; ++i) {
        a[i] = static_cast<Input>(static_cast<float>(i % 7));
        b[i] = static_cast<Input>(static_cast<float>(i % 5 + i / side % 3));  // by columns
    }
    multiply<<<dim3(side / tile, side / tile), 32>>>(a, b, c);
    bool all = cudaDeviceSynchronize() == cudaSuccess;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            float sum = 1;
            for (int k = 0; k < side; ++k)
                sum += static_cast<float>(a[row * side + k]) * static_cast<float>(b[column * side + k]);
            all &= static_cast<float>(c[row * side + column]) == sum;
        }
    return all;
}

int main() {
    const bool halves = right<__half, float>(), bytes = right<signed char, int>();
    std::printf("half %s, bytes %s\n", halves ? "right" : "wrong", bytes ? "right" : "wrong");
    return !(halves && bytes);
}
// SPDX-License-Identifier: Apache-2.0
