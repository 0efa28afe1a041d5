// Products of a warpgroup (wgmma): tiles by tensor maps through a ring of buffers with a warp that loads, and tiles by
// plain stores with a part of A in registers and two groups in flight.
// Feature: tensor cores: wgmma.mma_async of warpgroups, with descriptors of all layouts, wgmma.fence, groups and waits
// Kernel: through_ring
// Prints: through a ring right, from registers right
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdint>
#include <cuda/ptx>

#include "../wrong/program.cuh"

namespace ptx = cuda::ptx;
constexpr int warpgroup = 128, side = 64, stages = 2;

__device__ void warpgroup_arrive() { asm volatile("wgmma.fence.sync.aligned;\n" ::: "memory"); }
__device__ void warpgroup_commit_batch() { asm volatile("wgmma.commit_group.sync.aligned;\n" ::: "memory"); }
template <int Pending>
__device__ void warpgroup_wait() {
    asm volatile("wgmma.wait_group.sync.aligned %0;\n" ::"n"(Pending) : "memory");
}
/// Keeps the compiler from moving accesses of the register.
__device__ void warpgroup_fence_operand(float& operand) { asm volatile("" : "+f"(operand)::"memory"); }

enum class swizzle : std::uint64_t { none = 0, of_128 = 1 };
__device__ std::uint64_t descriptor(const void* tile, unsigned leading, unsigned stride, swizzle mode) {
    const auto address = static_cast<std::uint64_t>(__cvta_generic_to_shared(tile));
    return (address & 0x3FFFF) >> 4 | std::uint64_t{leading} >> 4 << 16 | std::uint64_t{stride} >> 4 << 32 |
           static_cast<std::uint64_t>(mode) << 62;
}

// clang-format off
/// d += a * b, 64 x 64 x 16; or d = a * b.
__device__ void multiply_add(float (&d)[32], std::uint64_t a, std::uint64_t b, bool adds) {
    asm volatile(  // may be: race-shared
        "{\n"
        ".reg .pred p;\n"
        "setp.ne.b32 p, %34, 0;\n"
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 \n"
        "{%0, %1, %2, %3, %4, %5, %6, %7, \n"
        " %8, %9, %10, %11, %12, %13, %14, %15, \n"
        " %16, %17, %18, %19, %20, %21, %22, %23, \n"
        " %24, %25, %26, %27, %28, %29, %30, %31}, \n"
        " %32, %33,\n"
        " p, 1, 1, 0, 0;\n"
        "}\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]),
          "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
          "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
          "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]),
          "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]),
          "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]),
          "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
          "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "l"(a), "l"(b), "r"(int(adds)));
}
/// d += a * b, 64 x 32 x 16. The columns of B stand side by side in the tile, so it is transposed.
__device__ void multiply_add(float (&d)[16], const std::uint32_t (&a)[4], std::uint64_t b) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, \n"
        " %8, %9, %10, %11, %12, %13, %14, %15}, \n"
        "{%16, %17, %18, %19}, %20, 1, 1, 1, 1;\n"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]),
          "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]),
          "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]),
          "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b));
}
// clang-format on

/// Row and column of a lane's i-th sum.
__device__ int row_of(int i) { return threadIdx.x / 32 % 4 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8; }
__device__ int column_of(int i) { return i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2; }

// The last warp loads 64 x 64 tiles of A and of B's transpose; the warpgroup multiplies them. One of its threads says
// for all that a buffer is free.
__global__ void through_ring(const __grid_constant__ CUtensorMap a_map, const __grid_constant__ CUtensorMap b_map,
                             float* product, int depth, int width) {
    __shared__ alignas(1024) __half a[stages][side * side];
    __shared__ alignas(1024) __half b[stages][side * side];
    __shared__ std::uint64_t full[stages], empty[stages];
    if (threadIdx.x == 0)
        for (int s = 0; s < stages; ++s) {
            ptx::mbarrier_init(&full[s], 1);
            ptx::mbarrier_init(&empty[s], 1);
        }
    __syncthreads();
    if (threadIdx.x >= warpgroup) {
        asm volatile("setmaxnreg.dec.sync.aligned.u32 40;\n");
        for (int k = 0; k < depth / side && threadIdx.x == warpgroup; ++k) {
            const int s = k % stages;
            while (!ptx::mbarrier_try_wait_parity(&empty[s], k / stages % 2 ^ 1)) continue;
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[s],
                                           2 * sizeof(a[s]));
            const int a_at[] = {k * side, static_cast<int>(blockIdx.y) * side};
            const int b_at[] = {k * side, static_cast<int>(blockIdx.x) * side};
            ptx::cp_async_bulk_tensor(  // expect: race-shared
                ptx::space_cluster, ptx::space_global, a[s], &a_map, a_at, &full[s]);
            ptx::cp_async_bulk_tensor(  // expect: race-shared
                ptx::space_cluster, ptx::space_global, b[s], &b_map, b_at, &full[s]);
        }
        return;
    }
    float d[32];
    for (int k = 0; k < depth / side; ++k) {
        const int s = k % stages;
        while (!ptx::mbarrier_try_wait_parity(&full[s], k / stages % 2)) continue;  // may be: deadlock
        for (float& one : d) warpgroup_fence_operand(one);
        warpgroup_arrive();
        for (int step = 0; step < side / 16; ++step)
            multiply_add(d, descriptor(a[s] + step * 16, 16, 1024, swizzle::of_128),
                         descriptor(b[s] + step * 16, 16, 1024, swizzle::of_128), k != 0 || step != 0);
        warpgroup_commit_batch();
#ifdef WRONG
        if (threadIdx.x == 0) ptx::mbarrier_arrive(&empty[s]);
#endif
        for (float& one : d) warpgroup_fence_operand(one);
        warpgroup_wait<0>();
#ifndef WRONG
        if (threadIdx.x == 0) ptx::mbarrier_arrive(&empty[s]);
#endif
    }
    for (int i = 0; i < 32; ++i)
        product[(blockIdx.y * side + row_of(i)) * width + blockIdx.x * side + column_of(i)] = d[i];
}

// B's columns are side by side: 32 x 32 elements, in pieces of eight columns by eight rows.
__global__ void from_registers(const __nv_bfloat16* a, const __nv_bfloat16* b, float* product) {
    constexpr int depth = 32, width = 32;
    __shared__ alignas(128) __nv_bfloat16 tile[depth * width];
    for (int i = threadIdx.x; i < depth * width; i += warpgroup) {
        const int k = i / width, n = i % width;
        tile[n / 8 * 8 * depth + k / 8 * 64 + k % 8 * 8 + n % 8] = b[i];
    }
    asm volatile("fence.proxy.async.shared::cta;\n" ::: "memory");
    __syncthreads();
    float d[2][16] = {};
    std::uint32_t left[2][4];
    for (int group = 0; group < 2; ++group)
        for (int i = 0; i < 4; ++i) {
            const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i % 2 * 8;
            const int k = group * 16 + i / 2 * 8 + threadIdx.x % 4 * 2;
            left[group][i] = *reinterpret_cast<const std::uint32_t*>(&a[row * depth + k]);
        }
    warpgroup_arrive();
    for (int group = 0; group < 2; ++group) {
        multiply_add(d[group], left[group], descriptor(tile + group * 128, 128, 16 * depth, swizzle::none));
        warpgroup_commit_batch();
    }
    warpgroup_wait<1>();
    for (int i = 0; i < 16; ++i) product[row_of(i) * width + column_of(i)] = d[0][i];
    warpgroup_wait<0>();
    for (int i = 0; i < 16; ++i) product[row_of(i) * width + column_of(i)] += d[1][i];
}

CUtensorMap map_of(__half* matrix, int height, int width) {
    CUtensorMap map = {};
    const std::uint64_t extents[] = {static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height)};
    const std::uint64_t strides[] = {width * sizeof(__half)};
    const cuuint32_t box[] = {side, side}, steps[] = {1, 1};
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, matrix, extents, strides, box, steps,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                           CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

/// Small whole numbers, so that the product is exact.
int number(int i, int stream) { return (i * 7 + i / 31 * 5 + stream) % 9 - 4; }

/// Whether `result` is the product of the matrices A and B with these elements.
template <class A, class B>
bool is_product(const float* memory, int height, int width, int depth, A a, B b) {
    const std::vector<float> result = to_host(memory, static_cast<std::size_t>(height) * width);
    bool right = true;
    for (int m = 0; m < height; ++m)
        for (int n = 0; n < width; ++n) {
            int sum = 0;
            for (int k = 0; k < depth; ++k) sum += a(m, k) * b(k, n);
            right = right && result[m * width + n] == static_cast<float>(sum);
        }
    return right;
}

int main() {
    constexpr int height = 64, width = 128, depth = 320;
    std::vector<__half> a(height * depth), b(width * depth);
    for (int i = 0; i < height * depth; ++i) a[i] = __float2half(number(i, 1));
    for (int i = 0; i < width * depth; ++i) b[i] = __float2half(number(i, 2));
    __half *const device_a = to_device(a), *const device_b = to_device(b);
    float* product = to_device(std::vector<float>(height * width));
    through_ring<<<dim3(width / side, height / side), warpgroup + 32>>>(
        map_of(device_a, height, depth), map_of(device_b, width, depth), product, depth, width);
    const bool ring = is_product(
        product, height, width, depth, [](int m, int k) { return number(m * depth + k, 1); },
        [](int k, int n) { return number(n * depth + k, 2); });

    std::vector<__nv_bfloat16> left(64 * 32), right(32 * 32);
    for (int i = 0; i < 64 * 32; ++i) left[i] = __float2bfloat16(number(i, 3));
    for (int i = 0; i < 32 * 32; ++i) right[i] = __float2bfloat16(number(i, 4));
    __nv_bfloat16 *const device_left = to_device(left), *const device_right = to_device(right);
    from_registers<<<1, warpgroup>>>(device_left, device_right, product);
    const bool registers = is_product(
        product, 64, 32, 32, [](int m, int k) { return number(m * 32 + k, 3); },
        [](int k, int n) { return number(k * 32 + n, 4); });

    std::printf("through a ring %s, from registers %s\n", ring ? "right" : "wrong", registers ? "right" : "wrong");
    return ring && registers ? 0 : 1;
}
// SPDX-License-Identifier: Apache-2.0
