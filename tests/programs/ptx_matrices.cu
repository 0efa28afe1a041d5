// Matrix products by PTX, as kernels write them for tensor cores: rows loaded from shared memory, one product a warp.
// Feature: tensor cores: ldmatrix (x1, x2, x4, trans), stmatrix, movmatrix, and mma.sync in f16, bf16, tf32, fp8, f64, s8, s4 and b1, by inline PTX
// Feature: inline PTX: bar.sync and barrier.sync
// Kernel: halves
// Compile: -DN=8
// Compile: -D
// Compile: K=4
// Prints: halves 0, transposed 0, in half precision 0, bfloat16 0, tf32 0, bytes 0 and 2147483647, others 0
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include <cstdint>
#include <cstdio>

constexpr int rows = 16, columns = 8, depth = 16;

/// Element (row, k) of the left matrix, (k, column) of the right one.
__host__ __device__ int left(int row, int k) { return (3 * row + k) % 7 - 2; }
__host__ __device__ int right(int k, int column) { return (5 * column + 2 * k) % 9 - 4; }

__device__ int lane() { return threadIdx.x % 32; }

/// A lane's four sums are in rows g and g + 8.
template <class T>
__device__ void store(const T (&sum)[4], T* out) {
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

/// Two elements in a register, from k on.
template <class Pair, class Convert>
__device__ uint32_t pair(Convert convert, int low, int high) {
    const Pair both{convert(float(low)), convert(float(high))};
    return *reinterpret_cast<const uint32_t*>(&both);
}

__global__ void in_half_precision(float* out) {
    const int g = lane() / 4, k = lane() % 4 * 2;
    const auto half = [](float x) { return __float2half(x); };
    uint32_t sum[2] = {0x3c003c00, 0x3c003c00};  // ones
    for (int step = 0; step < depth; step += 8) {
        const uint32_t upper = pair<__half2>(half, left(g, step + k), left(g, step + k + 1)),
                       lower = pair<__half2>(half, left(g + 8, step + k), left(g + 8, step + k + 1)),
                       b = pair<__half2>(half, right(step + k, g), right(step + k + 1, g));
        asm("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%0, %1};"
            : "+r"(sum[0]), "+r"(sum[1])
            : "r"(upper), "r"(lower), "r"(b));
    }
    const __half2 upper = *reinterpret_cast<__half2*>(&sum[0]), lower = *reinterpret_cast<__half2*>(&sum[1]);
    const float all[4] = {__low2float(upper), __high2float(upper), __low2float(lower), __high2float(lower)};
    store(all, out);
}

__global__ void bfloat16(float* out) {
    const int g = lane() / 4, k = lane() % 4 * 2;
    const auto make = [](float x) { return __float2bfloat16(x); };
    uint32_t a[4], b[2];
    for (int i = 0; i < 4; ++i)
        a[i] = pair<__nv_bfloat162>(make, left(g + i % 2 * 8, k + i / 2 * 8), left(g + i % 2 * 8, k + i / 2 * 8 + 1));
    for (int i = 0; i < 2; ++i) b[i] = pair<__nv_bfloat162>(make, right(k + i * 8, g), right(k + i * 8 + 1, g));
    float sum[4];
    asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%10,%10,%10};"
        : "=f"(sum[0]), "=f"(sum[1]), "=f"(sum[2]), "=f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(1.0f));
    store(sum, out);
}

/// Bits that tf32 does not have do not count.
__global__ void short_floats(float* out) {
    const int g = lane() / 4, k = lane() % 4;
    float sum[4] = {1, 1, 1, 1};
    for (int step = 0; step < depth; step += 8) {
        uint32_t a[4], b[2];
        for (int i = 0; i < 4; ++i) a[i] = __float_as_uint(float(left(g + i % 2 * 8, step + k + i / 2 * 4))) | 1;
        for (int i = 0; i < 2; ++i) b[i] = __float_as_uint(float(right(step + k + i * 4, g))) | 0xfff;
        asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
            : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    }
    store(sum, out);
}

__device__ uint32_t four(int a, int b, int c, int d) {
    return (a & 0xff) | (b & 0xff) << 8 | (c & 0xff) << 16 | static_cast<uint32_t>(d) << 24;
}

__global__ void bytes(int* out, int* saturated) {
    const int g = lane() / 4, k = lane() % 4 * 4;
    uint32_t a[2];
    for (int i = 0; i < 2; ++i) {
        const int row = g + i * 8;
        a[i] = four(left(row, k), left(row, k + 1), left(row, k + 2), left(row, k + 3));
    }
    const uint32_t b = four(right(k, g), right(k + 1, g), right(k + 2, g), right(k + 3, g));
    int sum[4] = {1, 1, 1, 1}, most[4];
    asm("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(b));
    asm("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.s8.s32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, "
        "{%5,%5,%5,%5};"
        : "=r"(most[0]), "=r"(most[1]), "=r"(most[2]), "=r"(most[3])
        : "r"(0x01010101), "r"(2147483640));
    store(sum, out);
    if (lane() == 0) *saturated = most[3];
}

/// Other formats: counts the elements of their products that are wrong.
__global__ void others(int* count) {
    const int g = lane() / 4, t = lane() % 4;
    const auto check = [&](auto sum, int row, int column, int steps, int mask) {
        int right_sum = 1;
        for (int k = 0; k < steps; ++k) right_sum += (left(row, k) & mask) * (right(k, column) & mask);
        if (sum != decltype(sum)(right_sum)) atomicAdd(count, 1);
    };
    const auto fp8 = [](int x) { return __nv_fp8_e4m3(float(x)).__x; };
    uint32_t a[2],
        b = four(fp8(right(4 * t, g)), fp8(right(4 * t + 1, g)), fp8(right(4 * t + 2, g)), fp8(right(4 * t + 3, g)));
    for (int i = 0; i < 2; ++i) {
        const int row = g + 8 * i, k = 4 * t;
        a[i] = four(fp8(left(row, k)), fp8(left(row, k + 1)), fp8(left(row, k + 2)), fp8(left(row, k + 3)));
    }
    float single[4] = {1, 1, 1, 1};
    asm("mma.sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+f"(single[0]), "+f"(single[1]), "+f"(single[2]), "+f"(single[3])
        : "r"(a[0]), "r"(a[1]), "r"(b));
    for (int i = 0; i < 4; ++i) check(single[i], g + i / 2 * 8, 2 * t + i % 2, 16, ~0);

    double twofold[2] = {1, 1};
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(twofold[0]), "+d"(twofold[1])
        : "d"(double(left(g, t))), "d"(double(right(t, g))));
    uint32_t quarters[2] = {}, bits[2] = {};
    for (int i = 0; i < 8; ++i) {
        quarters[0] |= uint32_t(left(g, 8 * t + i) & 15) << 4 * i;
        quarters[1] |= uint32_t(right(8 * t + i, g) & 15) << 4 * i;
    }
    for (int i = 0; i < 32; ++i) {
        bits[0] |= uint32_t(left(g, 32 * t + i) & 1) << i;
        bits[1] |= uint32_t(right(32 * t + i, g) & 1) << i;
    }
    int small[2] = {1, 1}, common[2] = {1, 1};
    asm("mma.sync.aligned.m8n8k32.row.col.s32.s4.s4.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+r"(small[0]), "+r"(small[1])
        : "r"(quarters[0]), "r"(quarters[1]));
    asm("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+r"(common[0]), "+r"(common[1])
        : "r"(bits[0]), "r"(bits[1]));
    for (int i = 0; i < 2; ++i) {
        check(twofold[i], g, 2 * t + i, 4, ~0);
        check(small[i], g, 2 * t + i, 32, ~0);
        check(common[i], g, 2 * t + i, 128, 1);
    }

    __shared__ __align__(16) unsigned short by_rows[64];  // element n holds n
    uint32_t pair = 2 * lane() | (2 * lane() + 1) << 16, columns_of_pair;
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(
                     static_cast<uint32_t>(__cvta_generic_to_shared(by_rows + 8 * (lane() % 8)))),
                 "r"(pair)
                 : "memory");
    asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(columns_of_pair) : "r"(pair));
    __syncwarp();
    if (by_rows[lane()] != lane() || columns_of_pair != (16 * t + g | (16 * t + 8 + g) << 16)) atomicAdd(count, 1);
}

/// How many elements of the sum are wrong.
template <class T>
int wrong(const T* sum) {
    int count = 0;
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            int right_sum = 1;
            for (int k = 0; k < depth; ++k) right_sum += left(row, k) * right(k, column);
            count += sum[row * columns + column] != T(right_sum);
        }
    return count;
}

int main() {
    float* sums;
    int* integers;
    constexpr int size = rows * columns;
    cudaMallocManaged(&sums, 5 * size * sizeof(float));
    cudaMallocManaged(&integers, (size + 2) * sizeof(int));
    integers[size + 1] = 0;
    halves<false><<<1, 32>>>(sums);
    halves<true><<<1, 32>>>(sums + size);
    in_half_precision<<<1, 32>>>(sums + 2 * size);
    bfloat16<<<1, 32>>>(sums + 3 * size);
    short_floats<<<1, 32>>>(sums + 4 * size);
    bytes<<<1, 32>>>(integers, integers + size);
    others<<<1, 32>>>(integers + size + 1);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    std::printf("halves %d, transposed %d, in half precision %d, bfloat16 %d, tf32 %d, bytes %d and %d, others %d\n",
                wrong(sums), wrong(sums + size), wrong(sums + 2 * size), wrong(sums + 3 * size), wrong(sums + 4 * size),
                wrong(integers), integers[size], integers[size + 1]);
    cudaFree(sums);
    cudaFree(integers);
}
// SPDX-License-Identifier: Apache-2.0
