// Kernels that use memory wrongly: out of bounds, before it was written, not aligned, too much of the stack.
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

__global__ void write_array(int* cells, int index) {
    __shared__ int small[16];
    if (threadIdx.x < 16) small[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) small[index] = 2;
    __syncthreads();
    cells[threadIdx.x] = small[threadIdx.x % 16];
}

__device__ __attribute__((noinline)) void store(int* to) { *to = 2; }

__global__ void write_through_pointer(int* cells, int index) {
    __shared__ int small[16];
    if (threadIdx.x < 16) small[threadIdx.x] = static_cast<int>(threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) store(static_cast<int*>(small) + index);
    __syncthreads();
    cells[threadIdx.x] = small[threadIdx.x % 16];
}

__global__ void read_shared(int* cells) {
    __shared__ int tile[n];
    if (threadIdx.x < 63) tile[threadIdx.x] = 1;
    __syncthreads();
    cells[threadIdx.x] = tile[threadIdx.x];
}

__global__ void await_first_lane(volatile int* flag, int* cells) {
    if (threadIdx.x == 0) {
        cells[n] = 0;
        *flag = 2;
    }
    while (*flag == 1) {
    }
}

__global__ void shift_left(int* cells) {
    __shared__ int tile[n];
    const unsigned t = threadIdx.x;
    tile[t] = cells[t + 1];
    __syncthreads();
    cells[t] = tile[n - 1 - t];
}

__device__ __attribute__((noinline)) int fill(int depth, volatile int* out) {
    volatile char local[4096];
    for (int i = 0; i < 4096; i += 64) local[i] = static_cast<char>(depth);
    return depth == 0 ? local[64] : fill(depth - 1, out) + local[128];
}

__global__ void recurse(int* cells, int depth) { cells[threadIdx.x] = fill(depth, cells); }

__global__ void work_then_return(int* cells, int count) {
    const int i = static_cast<int>(threadIdx.x);
    if (i >= count) return;
    cells[i] *= 2;
}

__global__ void reverse_locally(int* cells) {
    int local[8];
    for (int i = 0; i < 8; ++i) local[i] = cells[(threadIdx.x * 8 + i) % n] + i;
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += local[(i + threadIdx.x) % 8];
    __syncthreads();
    cells[threadIdx.x] = sum;
}

__constant__ int factors[4] = {1, 2, 3, 4};

__device__ int total;

__global__ void use_variables(int* cells) {
    atomicAdd(&total, factors[threadIdx.x % 4]);
    cells[threadIdx.x] = factors[threadIdx.x % 4];
}

__global__ void load_vector(const int* cells, int4* out) { out[0] = *reinterpret_cast<const int4*>(cells + 1); }

__global__ void write_then_sum_bytes(unsigned char* bytes, int* out, int count) {
    for (int i = 0; i < count; ++i) bytes[i] = static_cast<unsigned char>(i);
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += bytes[i];
    out[0] = sum;
}

__global__ void exchange(int* cell, int* out) {
    atomicExch(cell, 5);
    if (out != nullptr) out[0] = atomicExch(cell + 1, 6);
}

void sum_written_bytes(int written) {
    ints out;
    void* const bytes = strider::emulation::allocate(8, "bytes", {.exact = true});
    strider::launch(write_then_sum_bytes, {1, 1}, static_cast<unsigned char*>(bytes), out.data(), written);
    strider::emulation::release(bytes);
}

const defect defects[] = {
    {"reads_beyond_allocation", out_of_bounds, "thread 62 of block 0 reads 4 bytes at 0x",
     [] {
         ints cells, out;
         strider::launch(read_at, {1, n}, cells.data(), out.data(), 2);
     }},
    {"writes_beyond_allocation", out_of_bounds, "right behind 'cells' (256 bytes)",
     [] { on_cells(write_at, {1, n}, 1); }},
    {"writes_before_allocation", out_of_bounds, "4 bytes before 'cells' (256 bytes)",
     [] { on_cells(write_at, {1, n}, -1); }},
    {"writes_to_constant_region", out_of_bounds,
     "writes 4 bytes of element 0 of 'values' (256 bytes), which kernels may only read",
     [] {
         std::vector<int> values(n);
         const auto region = strider::emulation::share(std::span<const int>(values), "values");
         strider::launch(write_at, {1, n}, values.data(), 0);
     }},
    {"index_beyond_static_array", out_of_bounds, "thread 0 of block 0 uses index 16 of an array of type 'int",
     [] { on_cells(write_array, {1, n}, 16); }},
    {"pointer_beyond_static_array", out_of_bounds, "thread 0 of block 0 writes 4 bytes at 0x",
     [] { on_cells(write_through_pointer, {1, n}, 1 << 20); }},
    {"unwritten_shared", uninitialised_read,
     "thread 63 of block 0 reads element 63 of tile, which was never written in this block",
     [] { on_cells(read_shared, {1, n}); }},
    {"unwritten_global", uninitialised_read,
     "thread 1 of block 0 reads element 1 of 'fresh' (256 bytes), which was never written",
     [] {
         ints out;
         device_array<int> fresh(n, "fresh");
         fresh[0] = 1;
         strider::launch(read_at, {1, 2}, fresh.data(), out.data(), 0);
     }},
    {"deep_recursion", stack_overflow, "KiB of local variables and calls", [] { on_cells(recurse, {1, 4}, 100); }},
    {"flag_of_a_lost_lane", out_of_bounds, "thread 0 of block 0 writes 4 bytes",
     [] {
         ints cells, flag;
         strider::launch(await_first_lane, {1, 32}, flag.data(), cells.data());
     }},
    {"element_of_a_lost_lane", out_of_bounds, "thread 63 of block 0 reads 4 bytes",
     [] { on_cells(shift_left, {1, n}); }},
    {"misaligned_vector", misaligned_access, "which is not a multiple of 16",
     [] {
         ints cells, out;
         strider::launch(load_vector, {1, 1}, cells.data(), reinterpret_cast<int4*>(out.data()));
     }},
    {"last_byte_unwritten", uninitialised_read, "which was never written", [] { sum_written_bytes(7); }},
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
    {"host_written",
     [] {
         ints cells, out;
         strider::launch(read_at, {1, n}, cells.data(), out.data(), 0);
     }},
    {"early_return_without_barrier", [] { on_cells(work_then_return, {1, n}, 50); }},
    {"local_arrays", [] { on_cells(reverse_locally, {1, n}); }},
    {"device_variable", [] { on_cells(use_variables, {1, n}); }},
    {"exchange_whose_result_is_unused",
     [] {
         device_array<int> fresh(2, "fresh");
         strider::launch(exchange, {1, 1}, fresh.data(), nullptr);
     }},
    {"bytes_written_one_by_one", [] { sum_written_bytes(8); }},
};

}  // namespace

constinit const std::span<const defect> memory_defects = defects;
constinit const std::span<const clean_kernel> clean_memory_kernels = clean_kernels;
// SPDX-License-Identifier: Apache-2.0
