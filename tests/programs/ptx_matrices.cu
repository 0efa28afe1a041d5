// Matrix products by PTX, as kernels write them for tensor cores: rows loaded from shared memory, one product a warp.
// Feature: tensor cores: ldmatrix (x1, x2, x4, trans) and mma.sync, by inline PTX
// Feature: inline PTX: bar.sync and barrier.sync
// Kernel: halves
// Compile: -DN=8
// Compile: -D
// Compile: K=4
// Prints: halves 0, transposed 0
#include <cuda_fp16.h>

#include <cstdint>
#include <cstdio>

constexpr int rows = 16, columns = 8, depth = 16;

/// Element (row, k) of the left matrix, (k, column) of the right one.
__host__ __device__ int left(int row, int k) { return (3 * row + k) % 7 - 2; }
__host__ __device__ int right(int k, int column) { return (5 * column + 2 * k) % 9 - 4; }

__device__ int lane() { return threadIdx.x % 32; }

/// A lane's four sums are in rows g and g + 8.
__device__ void store(const float (&sum)[4], float* out) {
    for (int i = 0; i < 4; ++i) out[(lane() / 4 + i / 2 * 8) * columns + lane() % 4 * 2 + i % 2] = sum[i];
}

__device__ void barrier(int id) { asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(32) : "memory"); }

/// By rows that ldmatrix loads; of the right matrix column by column, or transposed row by row.
template <bool Transposed>
__global__ void halves(float* out) {
    __shared__ __align__(16) __half a[rows * depth], b[columns * depth];
    for (int i = lane(); i < rows * depth; i += 32) a[i] = __half(float(left(i / depth, i % depth)));
    for (int i = lane(); i < columns * depth; i += 32) {
        const int k = Transposed ? i / columns : i % depth, column = Transposed ? i % columns : i / depth;
        b[i] = __half(float(right(k, column)));
    }
    barrier(1);
#ifdef WRONG
    const int half_row = 7;
#else
    const int half_row = 8;
#endif
    uint32_t ra[4], rb[2];
    const uint32_t of_a = __cvta_generic_to_shared(&a[lane() % 16 * depth + lane() / 16 * half_row]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"  // expect: misaligned-access
                 : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
                 : "r"(of_a));
    if (Transposed) {
        const uint32_t of_b = __cvta_generic_to_shared(&b[lane() % 16 * columns]);
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
                     : "=r"(rb[0]), "=r"(rb[1])
                     : "r"(of_b));
    } else {
        for (int half = 0; half < 2; ++half) {
            const uint32_t of_b = __cvta_generic_to_shared(&b[lane() % 8 * depth + half * 8]);
            asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {%0}, [%1];" : "=r"(rb[half]) : "r"(of_b));
        }
    }
    float sum[4] = {1, 1, 1, 1};
    asm volatile(
        "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};\n"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb[0]), "r"(rb[1]));
    store(sum, out);
}

/// How many elements of the sum are wrong.
int wrong(const float* sum) {
    int count = 0;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            int right_sum = 1;
            for (int k = 0; k < depth; ++k) right_sum += left(row, k) * right(k, column);
            count += sum[row * columns + column] != float(right_sum);
        }
    return count;
}

int main() {
    float* sums;
    constexpr int size = rows * columns;
    cudaMallocManaged(&sums, 2 * size * sizeof(float));
    halves<false><<<1, 32>>>(sums);
    halves<true><<<1, 32>>>(sums + size);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::printf("halves %d, transposed %d\n", wrong(sums), wrong(sums + size));
    cudaFree(sums);
}
// SPDX-License-Identifier: Apache-2.0
