// Matrix products by tensor cores: every warp computes a tile of 16 x 16.
// Kernel: multiply
// Prints: wrong: half 0, tf32 0
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;
constexpr int side = 32, tile = 16;

template <int Depth, class Factor, class Input>
__global__ void multiply(const Input* a, const Input* b, float* c) {
    const int row = blockIdx.y * tile, column = blockIdx.x * tile;
    wmma::fragment<wmma::matrix_a, tile, tile, Depth, Factor, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, tile, tile, Depth, Factor, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, tile, tile, Depth, float> sum;
    wmma::fill_fragment(sum, 0);
    for (int k = 0; k < side; k += Depth) {
        wmma::load_matrix_sync(left, a + row * side + k, side);
        wmma::load_matrix_sync(right, b + column * side + k, side);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + 1;
#ifdef WRONG
    wmma::store_matrix_sync(c + (row + tile) * side + column, sum, side, wmma::mem_row_major);  // expect: out-of-bounds
#else
    wmma::store_matrix_sync(c + row * side + column, sum, side, wmma::mem_row_major);
#endif
}

/// How many elements are wrong.
template <int Depth, class Factor, class Input>
int wrong() {
    Input *a, *b;
    float* c;
    cudaMallocManaged(&a, side * side * sizeof(Input));
    cudaMallocManaged(&b, side * side * sizeof(Input));
    cudaMallocManaged(&c, side * side * sizeof(float));
    for (int i = 0; i < side * side; ++i) {
        a[i] = static_cast<Input>(static_cast<float>(i % 7));
        b[i] = static_cast<Input>(static_cast<float>(i % 5 + i / side % 3));  // by columns
    }
    multiply<Depth, Factor><<<dim3(side / tile, side / tile), 32>>>(a, b, c);
    int count = cudaDeviceSynchronize() == cudaSuccess ? 0 : side * side;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            float sum = 1;
            for (int k = 0; k < side; ++k)
                sum += static_cast<float>(a[row * side + k]) * static_cast<float>(b[column * side + k]);
            count += static_cast<float>(c[row * side + column]) != sum;
        }
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return count;
}

int main() {
    const int halves = wrong<16, __half, __half>(), short_floats = wrong<8, wmma::precision::tf32, float>();
    std::printf("wrong: half %d, tf32 %d\n", halves, short_floats);
    return halves + short_floats != 0;
}
// SPDX-License-Identifier: Apache-2.0
