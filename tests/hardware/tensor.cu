// Tensor maps: which ones the driver refuses, and where a load puts a box of a tensor in shared memory, and a store in
// the tensor. For each load a hash of 8 KiB of shared memory, for each store one of the tensor's memory; tensor.txt is
// what an H200 prints. With a number as argument, that line alone, and its bytes.
#include <cuda.h>
#include "inputs.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

constexpr unsigned tile_bytes = 8192, tensor_bytes = 1 << 20;

struct box {
    CUtensorMapDataType type;
    unsigned bytes, rank;  // of an element
    cuuint64_t extent[5], stride[4];
    cuuint32_t size[5], step[5];
    CUtensorMapSwizzle swizzle;
    int at[5];
    CUtensorMapInterleave interleave = CU_TENSOR_MAP_INTERLEAVE_NONE;
    unsigned offset = 0;  // of the tensor in its memory
};

__global__ void move(const __grid_constant__ CUtensorMap map, box how, unsigned bytes, bool stores,
                     unsigned char* out) {
    extern __shared__ __align__(1024) unsigned char tile[];
    __shared__ unsigned long long arrivals;
    const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(tile));
    const unsigned barrier = static_cast<unsigned>(__cvta_generic_to_shared(&arrivals));
    for (unsigned i = threadIdx.x; i < tile_bytes; i += blockDim.x) tile[i] = stores ? mixed(i, 7) : 0xA5;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(barrier) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    const int* const c = how.at;
    if (threadIdx.x == 0 && stores) {
        if (how.rank == 1)
            asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%0, {%2}], [%1];" ::"l"(&map), "r"(to),
                         "r"(c[0])
                         : "memory");
        if (how.rank == 2)
            asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%2, %3}], [%1];" ::"l"(&map),
                         "r"(to), "r"(c[0]), "r"(c[1])
                         : "memory");
        if (how.rank == 3)
            asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(&map),
                         "r"(to), "r"(c[0]), "r"(c[1]), "r"(c[2])
                         : "memory");
        if (how.rank == 4)
            asm volatile(
                "cp.async.bulk.tensor.4d.global.shared::cta.bulk_group [%0, {%2, %3, %4, %5}], [%1];" ::"l"(&map),
                "r"(to), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3])
                : "memory");
        if (how.rank == 5)
            asm volatile(
                "cp.async.bulk.tensor.5d.global.shared::cta.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];" ::"l"(&map),
                "r"(to), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4])
                : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    if (threadIdx.x == 0 && !stores) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
        if (how.rank == 1)
            asm volatile(
                "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::
                    "r"(to),
                "l"(&map), "r"(barrier), "r"(c[0])
                : "memory");
        if (how.rank == 2)
            asm volatile(
                "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], "
                "[%2];" ::"r"(to),
                "l"(&map), "r"(barrier), "r"(c[0]), "r"(c[1])
                : "memory");
        if (how.rank == 3)
            asm volatile(
                "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], "
                "[%2];" ::"r"(to),
                "l"(&map), "r"(barrier), "r"(c[0]), "r"(c[1]), "r"(c[2])
                : "memory");
        if (how.rank == 4)
            asm volatile(
                "cp.async.bulk.tensor.4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, "
                "%6}], [%2];" ::"r"(to),
                "l"(&map), "r"(barrier), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3])
                : "memory");
        if (how.rank == 5)
            asm volatile(
                "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, "
                "%6, %7}], [%2];" ::"r"(to),
                "l"(&map), "r"(barrier), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4])
                : "memory");
    }
    unsigned done = stores;
    for (unsigned tries = 0; done == 0 && tries < 1000000; ++tries)
        asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(barrier)
                     : "memory");
    __syncthreads();
    for (unsigned i = threadIdx.x; i < tile_bytes; i += blockDim.x) out[i] = tile[i];
    if (threadIdx.x == 0) out[tile_bytes] = done;
}

bits64 hash(const std::vector<unsigned char>& bytes) {
    bits64 sum = 14695981039346656037ull;
    for (const unsigned char byte : bytes) sum = (sum ^ byte) * 1099511628211ull;
    return sum;
}

unsigned char *tensor, *result_of_load;
int line = 0, shown = 0;

/// Begins a line of the output: what its answers have in common.
template <class... Numbers>
void row(const char* format, Numbers... numbers) {
    if (line != 0) std::printf("\n");
    std::printf(format, numbers...);
}

void show(const box& how, bool runs = true) {
    ++line;
    if (shown != 0 && line != shown) return;
    CUtensorMap map;
    std::vector<unsigned char> bytes(tensor_bytes);
    for (unsigned i = 0; i < tensor_bytes; ++i) bytes[i] = static_cast<unsigned char>((i * 2654435761u) >> 24);
    const CUresult status = cuTensorMapEncodeTiled(&map, how.type, how.rank, tensor + how.offset, how.extent,
                                                   how.stride, how.size, how.step, how.interleave, how.swizzle,
                                                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    std::printf("; %d: %d", line, status);
    if (status == CUDA_SUCCESS && runs) {
        unsigned count = how.bytes;
        for (unsigned d = 0; d < how.rank; ++d)
            count *= d == 0 ? how.size[0] : (how.size[d] + how.step[d] - 1) / how.step[d];
        for (const bool stores : {false, true}) {
            // The first element of a box that is stored is inside of the tensor.
            if (stores && *std::min_element(how.at, how.at + how.rank) < 0) continue;
            cudaMemcpy(tensor, bytes.data(), tensor_bytes, cudaMemcpyHostToDevice);
            move<<<1, 128, tile_bytes>>>(map, how, count, stores, result_of_load);
            std::vector<unsigned char> result(stores ? tensor_bytes : tile_bytes + 1);
            const cudaError_t error = cudaDeviceSynchronize();
            cudaMemcpy(result.data(), stores ? tensor : result_of_load, result.size(), cudaMemcpyDeviceToHost);
            std::printf(" %s %016llx", error == cudaSuccess ? stores ? "store" : "load" : cudaGetErrorName(error),
                        hash(result));
            for (unsigned i = 0; line == shown && !stores && i < 1024; ++i)
                std::printf("%s%02x", i % 16 == 0 ? "\n" : " ", result[i]);
        }
    }
}

int main(int count, char** words) {
    shown = count > 1 ? std::atoi(words[1]) : 0;
    cudaMalloc(&tensor, tensor_bytes);
    cudaMalloc(&result_of_load, tile_bytes + 1);
    const auto u8 = CU_TENSOR_MAP_DATA_TYPE_UINT8;
    const auto f16 = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    const auto f32 = CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    const auto f64 = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    const auto none = CU_TENSOR_MAP_SWIZZLE_NONE;
    const CUtensorMapSwizzle swizzles[] = {none, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B,
                                           CU_TENSOR_MAP_SWIZZLE_128B};
    // ---- Swizzles by the bytes of a row, inside and across each edge
    for (const CUtensorMapSwizzle swizzle : swizzles)
        for (const unsigned bytes : {16u, 32u, 48u, 64u, 96u, 128u, 256u}) {
            row("swizzle %d, rows of %u bytes", swizzle, bytes);
            for (const int x : {0, 4, -8, 36, 64, 1000}) {
                const int y = x == 4 ? 30 : x == -8 ? -5 : 0;
                show({f32, 4, 2, {64, 40}, {272}, {bytes / 4, 16}, {1, 1}, swizzle, {x, y}});
            }
        }
    // ---- Types and ranks
    for (const int x : {0, -16, 16}) {
        row("types and ranks from %d", x);
        show({u8, 1, 1, {100}, {}, {32}, {1}, none, {x}});
        show({f16, 2, 1, {100}, {}, {64}, {1}, none, {x}});
        show({f64, 8, 1, {100}, {}, {32}, {1}, none, {x}});
        show({f16, 2, 3, {24, 10, 6}, {64, 640}, {16, 4, 3}, {1, 1, 1}, none, {x, x / 4, 4}});
        show({u8, 1, 4, {40, 9, 5, 3}, {48, 480, 2400}, {32, 4, 3, 2}, {1, 1, 1, 1}, none, {x, -1, 3, 2}});
        show({f32,
              4,
              5,
              {12, 5, 4, 3, 2},
              {48, 240, 960, 2880},
              {8, 3, 2, 2, 2},
              {1, 1, 1, 1, 1},
              none,
              {x, 3, -1, 2, 1}});
        show({f16, 2, 4, {64, 9, 5, 3}, {128, 1280, 6400}, {64, 4, 3, 2}, {1, 1, 1, 1}, swizzles[3], {x, -1, 3, 2}});
    }
    // ---- Steps between elements
    for (const unsigned step : {1u, 2u, 3u, 8u})
        for (const int x : {0, -4, 32}) {
            row("steps of %u from %d", step, x);
            show({f32, 4, 2, {64, 40}, {256}, {16, 8}, {1, step}, none, {x, x}});
            show({f32, 4, 2, {64, 40}, {256}, {16, 8}, {step, 1}, none, {x, x}});
            show({f32, 4, 3, {64, 10, 4}, {256, 2560}, {16, 8, 4}, {1, step, step}, swizzles[2], {x, x / 10, 0}});
        }
    // ---- What is refused
    const box plain = {f32, 4, 2, {64, 40}, {256}, {16, 16}, {1, 1}, none, {0, 0}};
    const auto refused = [&](auto change) {
        box how = plain;
        change(how);
        show(how, false);
    };
    row("plain");
    refused([](box&) {});
    row("rank");
    for (const unsigned rank : {0u, 6u}) refused([=](box& of) { of.rank = rank; });
    row("offset");
    for (const unsigned offset : {4u, 8u, 16u}) refused([=](box& of) { of.offset = offset; });
    row("stride");
    for (const cuuint64_t stride : {0ull, 8ull, 240ull, 248ull, 1ull << 40})
        refused([=](box& of) { of.stride[0] = stride; });
    row("extent");
    for (const cuuint64_t extent : {0ull, 1ull << 32, (1ull << 32) + 1})
        refused([=](box& of) { of.extent[1] = extent; });
    row("width of the box");
    for (const unsigned size : {0u, 1u, 3u, 4u, 256u, 257u, 260u})
        refused([=](box& of) { of.size[0] = size, of.size[1] = 4; });
    row("height of the box");
    for (const unsigned size : {0u, 256u, 257u}) refused([=](box& of) { of.size[0] = 4, of.size[1] = size; });
    row("step of dimension 1");
    for (const unsigned step : {0u, 8u, 9u}) refused([=](box& of) { of.step[1] = step; });
    row("step of dimension 0");
    for (const unsigned step : {0u, 8u, 9u}) refused([=](box& of) { of.step[0] = step; });
    for (const CUtensorMapSwizzle swizzle : swizzles) {
        row("width with swizzle %d", swizzle);
        for (const unsigned size : {8u, 12u, 16u, 20u, 32u, 36u})
            refused([=](box& of) { of.swizzle = swizzle, of.size[0] = size; });
    }
    row("interleave, unknown swizzle, unknown type");
    refused([](box& of) { of.interleave = CU_TENSOR_MAP_INTERLEAVE_16B; });
    refused([](box& of) { of.swizzle = static_cast<CUtensorMapSwizzle>(9); });
    refused([](box& of) { of.type = static_cast<CUtensorMapDataType>(99); });
    std::printf("\n");
}
// SPDX-License-Identifier: Apache-2.0
