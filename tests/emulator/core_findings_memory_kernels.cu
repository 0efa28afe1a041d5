// Kernels that use memory of a session wrongly; tests/wrong/memory has more.
#include "core_findings_cells.hpp"
#include "core_findings_kernels.hpp"

namespace {

using strider::emulation::device_array;
using strider::test::ints;
using strider::test::n;
using strider::test::on_cells;
using enum strider::emulation::finding_kind;

__global__ void read_at(const int* cells, int* out, int offset) {
    out[threadIdx.x] = cells[static_cast<int>(threadIdx.x) + offset];
}

__global__ void write_at(int* cells, int offset) { cells[static_cast<int>(threadIdx.x) + offset] = 1; }

__global__ void read_shared(int* cells) {
    __shared__ int tile[n];
    if (threadIdx.x < 63) tile[threadIdx.x] = 1;
    __syncthreads();
    cells[threadIdx.x] = tile[threadIdx.x];
}

__device__ __attribute__((noinline)) int fill(int depth, volatile int* out) {
    volatile char local[4096];
    for (int i = 0; i < 4096; i += 64) local[i] = static_cast<char>(depth);
    return depth == 0 ? local[64] : fill(depth - 1, out) + local[128];
}

__global__ void recurse(int* cells, int depth) { cells[threadIdx.x] = fill(depth, cells); }

__global__ void load_vector(const int* cells, int4* out) { out[0] = *reinterpret_cast<const int4*>(cells + 1); }

__constant__ int factors[4] = {1, 2, 3, 4};

__device__ int total;

__global__ void use_variables(int* cells) {
    atomicAdd(&total, factors[threadIdx.x % 4]);
    cells[threadIdx.x] = factors[threadIdx.x % 4];
}

__global__ void exchange(int* cell, int* out) {
    atomicExch(cell, 5);
    if (out != nullptr) out[0] = atomicExch(cell + 1, 6);
}

const defect defects[] = {
    {"reads_beyond_allocation", out_of_bounds, "thread 62 of block 0 reads 4 bytes at 0x",
     [] {
         ints cells, out;
         strider::launch(read_at, {1, n}, cells.data(), out.data(), 2);
     }},
    {"writes_before_allocation", out_of_bounds, "4 bytes before 'cells' (256 bytes)",
     [] { on_cells(write_at, {1, n}, -1); }},
    {"writes_to_constant_region", out_of_bounds,
     "writes 4 bytes of element 0 of 'values' (256 bytes), which kernels may only read",
     [] {
         std::vector<int> values(n);
         const auto region = strider::emulation::share(std::span<const int>(values), "values");
         strider::launch(write_at, {1, n}, values.data(), 0);
     }},
    {"unwritten_shared", uninitialised_read,
     "thread 63 of block 0 reads element 63 of tile, which was never written in this block",
     [] { on_cells(read_shared, {1, n}); }},
    {"deep_recursion", stack_overflow, "KiB of local variables and calls", [] { on_cells(recurse, {1, 4}, 100); }},
    {"misaligned_vector", misaligned_access, "which is not a multiple of 16",
     [] {
         ints cells, out;
         strider::launch(load_vector, {1, 1}, cells.data(), reinterpret_cast<int4*>(out.data()));
     }},
    {"exchange_of_unwritten", uninitialised_read, "which was never written",
     [] {
         ints out;
         device_array<int> fresh(2, "fresh");
         strider::launch(exchange, {1, 1}, fresh.data(), out.data());
     }},
    {"use_after_free", out_of_bounds, "'cells' (256 bytes), which has been freed",
     [] {
         void* const cells = strider::emulation::allocate(n * sizeof(int), "cells");
         strider::emulation::release(cells);
         strider::launch(write_at, {1, n}, static_cast<int*>(cells), 0);
     }},
};

const clean_kernel clean_kernels[] = {
    {"device_variable", [] { on_cells(use_variables, {1, n}); }},
    {"exchange_whose_result_is_unused",
     [] {
         device_array<int> fresh(2, "fresh");
         strider::launch(exchange, {1, 1}, fresh.data(), nullptr);
     }},
};

}  // namespace

constinit const std::span<const defect> memory_defects = defects;
constinit const std::span<const clean_kernel> clean_memory_kernels = clean_kernels;
// SPDX-License-Identifier: Apache-2.0
