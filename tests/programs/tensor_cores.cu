// Matrix products by tensor cores: every warp computes a tile of 16 x 16 or 8 x 8.
// Feature: tensor cores: mma.h (fragments, load_matrix_sync, mma_sync, bmma_sync, store_matrix_sync) in half, bfloat16, tf32, double, int8, s4 and b1
// Kernel: multiply
// Prints: wrong: half 0, bfloat16 0, tf32 0, double 0, bytes 0, quarters 0, bits 0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

using namespace nvcuda;
constexpr int side = 32;

template <int Tile, int Depth, class Factor, class Input, class Sum>
__global__ void multiply(const Input* a, const Input* b, Sum* c) {
    const int row = blockIdx.y * Tile, column = blockIdx.x * Tile;
    wmma::fragment<wmma::matrix_a, Tile, Tile, Depth, Factor, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, Tile, Tile, Depth, Factor, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, Tile, Tile, Depth, Sum> sum;
    wmma::fill_fragment(sum, static_cast<Sum>(0));
    for (int k = 0; k < side; k += Depth) {
        wmma::load_matrix_sync(left, a + row * side + k, side);
        wmma::load_matrix_sync(right, b + column * side + k, side);
        wmma::mma_sync(sum, left, right, sum);
    }
    for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = sum.x[i] + static_cast<Sum>(1);
#ifdef WRONG
    wmma::store_matrix_sync(c + (row + Tile) * side + column, sum, side, wmma::mem_row_major);  // expect: out-of-bounds
#else
    wmma::store_matrix_sync(c + row * side + column, sum, side, wmma::mem_row_major);
#endif
}

/// How many elements are wrong.
template <int Tile, int Depth, class Factor, class Input, class Sum>
int wrong() {
    Input *a, *b;
    Sum* c;
    cudaMallocManaged(&a, side * side * sizeof(Input));
    cudaMallocManaged(&b, side * side * sizeof(Input));
    cudaMallocManaged(&c, side * side * sizeof(Sum));
    for (int i = 0; i < side * side; ++i) {
        a[i] = static_cast<Input>(static_cast<float>(i % 7));
        b[i] = static_cast<Input>(static_cast<float>(i % 5 + i / side % 3));  // by columns
    }
    multiply<Tile, Depth, Factor><<<dim3(side / Tile, side / Tile), 32>>>(a, b, c);
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

/// Elements of 4 bits and of 1 bit, which are all the same.
__global__ void small_elements(int* quarters, int* bits) {
    namespace precision = wmma::experimental::precision;
    wmma::fragment<wmma::matrix_a, 8, 8, 32, precision::s4, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, precision::s4, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 8, 8, 32, int> sum;
    wmma::fill_fragment(left, -3);
    wmma::fill_fragment(right, 5);
    wmma::fill_fragment(sum, 1);
    wmma::mma_sync(sum, left, right, sum);
    wmma::store_matrix_sync(quarters, sum, 8, wmma::mem_row_major);
    wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, wmma::row_major> ones;
    wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, wmma::col_major> zeros;
    wmma::fragment<wmma::accumulator, 8, 8, 128, int> differing;
    wmma::fill_fragment(ones, 1u);
    wmma::fill_fragment(zeros, 0u);
    wmma::fill_fragment(differing, 1);
    wmma::bmma_sync(differing, ones, zeros, differing);
    wmma::store_matrix_sync(bits, differing, 8, wmma::mem_col_major);
}

int main() {
    int* sums;
    cudaMallocManaged(&sums, 128 * sizeof(int));
    small_elements<<<1, 32>>>(sums, sums + 64);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    int quarters = 0, bits = 0;
    for (int i = 0; i < 64; ++i) {
        quarters += sums[i] != 1 - 32 * 15;
        bits += sums[64 + i] != 129;
    }
    cudaFree(sums);
    const int halves = wrong<16, 16, __half, __half, float>(),
              bfloats = wrong<16, 16, __nv_bfloat16, __nv_bfloat16, float>(),
              short_floats = wrong<16, 8, wmma::precision::tf32, float, float>(),
              doubles = wrong<8, 4, double, double, double>(), bytes = wrong<16, 16, signed char, signed char, int>();
    std::printf("wrong: half %d, bfloat16 %d, tf32 %d, double %d, bytes %d, quarters %d, bits %d\n", halves, bfloats,
                short_floats, doubles, bytes, quarters, bits);
    return halves + bfloats + short_floats + doubles + bytes + quarters + bits != 0;
}
// SPDX-License-Identifier: Apache-2.0
