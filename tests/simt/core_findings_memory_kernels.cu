// Kernels that use memory wrongly: out of bounds, before it was written, not aligned, too much of the stack.
#include "core_findings_cells.hpp"
#include "core_findings_kernels.hpp"

namespace {

using strider::executor::device_array;
using strider::test::ints;
using strider::test::n;
using strider::test::on_cells;

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

__global__ void write_dynamic(int index) {
    int* cells = strider::dynamic_shared<int>();
    if (threadIdx.x == 0) cells[index] = 1;
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

}  // namespace

namespace wrong {

void reads_beyond_allocation() {
    ints cells, out;
    strider::launch(read_at, {1, n}, cells.data(), out.data(), 2);
}
void writes_beyond_allocation() { on_cells(write_at, {1, n}, 1); }
void writes_before_allocation() { on_cells(write_at, {1, n}, -1); }
void reads_null() {
    ints out;
    strider::launch(read_at, {1, 1}, nullptr, out.data(), 0);
}
void writes_to_constant_region() {
    std::vector<int> values(n);
    const auto region = strider::executor::share(std::span<const int>(values), "values");
    strider::launch(write_at, {1, n}, values.data(), 0);
}
void index_beyond_static_array() { on_cells(write_array, {1, n}, 16); }
void pointer_beyond_static_array() { on_cells(write_through_pointer, {1, n}, 1 << 20); }
void beyond_dynamic_array() { strider::launch(write_dynamic, {1, n, 64}, 16); }
void unwritten_shared() { on_cells(read_shared, {1, n}); }
void unwritten_global() {
    ints out;
    device_array<int> fresh(n, "fresh");
    fresh[0] = 1;
    strider::launch(read_at, {1, 2}, fresh.data(), out.data(), 0);
}
void deep_recursion() { on_cells(recurse, {1, 4}, 100); }
void flag_of_a_lost_lane() {
    ints cells, flag;
    strider::launch(await_first_lane, {1, 32}, flag.data(), cells.data());
}
void element_of_a_lost_lane() { on_cells(shift_left, {1, n}); }
void misaligned_vector() {
    ints cells, out;
    strider::launch(load_vector, {1, 1}, cells.data(), reinterpret_cast<int4*>(out.data()));
}
void sum_written_bytes(int written) {
    ints out;
    void* const bytes = strider::executor::allocate(8, "bytes", {.exact = true});
    strider::launch(write_then_sum_bytes, {1, 1}, static_cast<unsigned char*>(bytes), out.data(), written);
    strider::executor::release(bytes);
}
void last_byte_unwritten() { sum_written_bytes(7); }
void exchange_of_unwritten() {
    ints out;
    device_array<int> fresh(2, "fresh");
    strider::launch(exchange, {1, 1}, fresh.data(), out.data());
}
void use_after_free() {
    void* const cells = strider::executor::allocate(n * sizeof(int), "cells");
    strider::executor::release(cells);
    strider::launch(write_at, {1, n}, static_cast<int*>(cells), 0);
}

}  // namespace wrong

namespace right {

void exchange_whose_result_is_unused() {
    device_array<int> fresh(2, "fresh");
    strider::launch(exchange, {1, 1}, fresh.data(), nullptr);
}
void bytes_written_one_by_one() { wrong::sum_written_bytes(8); }
void host_written() {
    ints cells, out;
    strider::launch(read_at, {1, n}, cells.data(), out.data(), 0);
}
void early_return_without_barrier() { on_cells(work_then_return, {1, n}, 50); }
void local_arrays() { on_cells(reverse_locally, {1, n}); }
void device_variable() { on_cells(use_variables, {1, n}); }

}  // namespace right
// SPDX-License-Identifier: Apache-2.0
