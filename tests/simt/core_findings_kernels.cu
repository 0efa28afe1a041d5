#include "core_findings_kernels.hpp"

#include <strider/core/launch.hpp>
#include <strider/simt/memory.hpp>

namespace {

using strider::executor::device_array;

constexpr int n = 64;

struct ints : device_array<int> {
    explicit ints(int count = n) : device_array<int>(std::vector<int>(count, 1), "cells") {}
};

__global__ void reverse(int* cells, bool wait) {
    __shared__ int tile[n];
    tile[threadIdx.x] = cells[threadIdx.x];
    if (wait) __syncthreads();
    cells[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

__global__ void shift_in_warp(int* cells, unsigned mask) {
    __shared__ int tile[32];
    tile[threadIdx.x] = cells[threadIdx.x];
    if (mask != 0) __syncwarp(threadIdx.x < 16 ? mask : ~mask);
    cells[threadIdx.x] = tile[threadIdx.x ^ 1];
}

__global__ void sum_without_syncwarp(int* cells) {
    __shared__ volatile int tile[64];
    const unsigned t = threadIdx.x;
    tile[t] = cells[t];
    tile[t + 32] = cells[t + 32];
    __syncthreads();
    for (unsigned s = 32; s > 0; s /= 2) tile[t] = tile[t] + tile[t + s < 64 ? t + s : 0];
    if (t == 0) cells[0] = tile[0];
}

__global__ void write_one(int* cells) { cells[0] = 7; }

__global__ void write_bytes(unsigned char* bytes, unsigned step) { bytes[threadIdx.x * step / 2] = 1; }

__global__ void block_result_in_place(int* cells) {
    __shared__ int sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, cells[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) cells[blockIdx.x] = sum;
}

__global__ void count_plainly(int* cells) { cells[0] += 1; }

__global__ void count_then_read(int* cells) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    cells[threadIdx.x] = count;
}

__global__ void last_block_sums(int* partial, unsigned* ticket, int* result, bool fence) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = static_cast<int>(blockIdx.x);
        if (fence) __threadfence();
        last = atomicAdd(ticket, 1u) == gridDim.x - 1;
        if (fence) __threadfence();
    }
    __syncthreads();
    if (!last || threadIdx.x != 0) return;
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
    *result = sum;
}

__global__ void chain(int* data, volatile int* flags) {
    if (threadIdx.x == 0) {
        int before = 0;
        if (blockIdx.x != 0) {
            while (flags[blockIdx.x - 1] == 0) {
            }
            __threadfence();
            before = data[blockIdx.x - 1];
            if (blockIdx.x > 1) before += data[blockIdx.x - 2] - data[blockIdx.x - 2];
        }
        data[blockIdx.x] = before + 1;
        __threadfence();
        flags[blockIdx.x] = 1;
    }
}

__global__ void hand_over(int* cells) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 5;
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence_block();
        cells[0] = data;
    }
}

__global__ void read_without_flag(int* cells) {
    __shared__ int data, flag;
    if (threadIdx.x == 0) {
        flag = 0;
        data = 5;
        __threadfence_block();
        atomicExch(&flag, 1);
    } else if (threadIdx.x == 32) {
        cells[0] = data;
    }
}

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

__global__ void sync_in_branch(int* cells, unsigned threads) {
    if (threadIdx.x < threads) {
        cells[threadIdx.x] = 2;
        __syncthreads();
    }
}

__global__ void sync_after_return(int* cells, unsigned threads) {
    if (threadIdx.x >= threads) return;
    cells[blockIdx.x * blockDim.x + threadIdx.x] = 2;
    __syncthreads();
}

__global__ void sync_at_two_places(int* cells) {
    if (threadIdx.x < 32) {
        cells[threadIdx.x] = 2;
        __syncthreads();
    } else {
        cells[threadIdx.x] = 3;
        __syncthreads();
    }
}

__global__ void shuffle_with(int* cells, unsigned mask) {
    cells[threadIdx.x] = __shfl_sync(mask, cells[threadIdx.x], 0);
}

__global__ void shuffle_or_vote(int* cells) {
    if (threadIdx.x < 16)
        cells[threadIdx.x] = __shfl_sync(0xFFFFFFFFu, 1, 0);
    else
        cells[threadIdx.x] = __any_sync(0xFFFFFFFFu, 1);
}

__global__ void shuffle_behind_barrier(int* cells) {
    if (threadIdx.x == 5) __syncthreads();
    cells[threadIdx.x] = __shfl_sync(0xFFFFFFFFu, 1, 0);
    if (threadIdx.x != 5) __syncthreads();
}

__global__ void take_lock_in_warp(int* cells) {
    while (atomicCAS(&cells[0], 1, 2) != 1) {
    }
    __threadfence();
    cells[1] += 1;
    __threadfence();
    atomicExch(&cells[0], 1);
}

__global__ void take_lock_in_loop(int* cells) {
    bool done = false;
    while (!done) {
        if (atomicCAS(&cells[0], 1, 2) == 1) {
            __threadfence();
            cells[1] += 1;
            __threadfence();
            atomicExch(&cells[0], 1);
            done = true;
        }
    }
}

__global__ void await_last_lane(volatile int* flag) {
    while (threadIdx.x != 31 && *flag == 1) {
    }
    *flag = 2;
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

__global__ void await_flag(volatile int* flag) {
    while (*flag == 1) {
    }
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

__global__ void exchange_in_warp(int* cells) {
    __shared__ volatile int tile[32];
    const unsigned t = threadIdx.x;
    tile[t] = cells[t];
    tile[t] = tile[t] + tile[(t + 1) % 32];
    cells[t] = tile[t];
}

__global__ void count_in_block(int* counts, unsigned each) { atomicAdd_block(&counts[blockIdx.x * each], 1); }

__global__ void sum_warps_through_volatile(int* cells) {
    __shared__ volatile int partial[2];
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = cells[threadIdx.x];
    if (threadIdx.x == 0) cells[0] = partial[0] + partial[1];
    if (threadIdx.x == 32) cells[1] = partial[0] + partial[1];
}

__global__ void load_vector(const int* cells, int4* out) { out[0] = *reinterpret_cast<const int4*>(cells + 1); }

__global__ void shuffle_after_return(int* cells, int count) {
    const int t = static_cast<int>(threadIdx.x);
    if (t >= count) return;
    cells[t] = __shfl_down_sync(0xFFFFFFFFu, cells[t], 16);
}

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

__global__ void hand_over_by_flag(volatile int* flag) {
    if (threadIdx.x == 0) {
        while (*flag != 2) {
        }
    } else if (threadIdx.x == 32) {
        *flag = 2;
    }
}

__device__ __attribute__((noinline)) void grid_sync() {
    strider::executor::grid_barrier({__builtin_return_address(0)});
}

__global__ void neighbour_sums(int* cells, bool wait, unsigned blocks) {
    cells[blockIdx.x] = 1;
    if (blockIdx.x >= blocks) return;
    if (wait) grid_sync();
    cells[32 + blockIdx.x] = cells[(blockIdx.x + 1) % gridDim.x];
}

}  // namespace

namespace wrong {

void missing_grid_barrier() {
    ints cells;
    strider::executor::launch_cooperative(neighbour_sums, 4, 1, 0, cells.data(), false, 4u);
}
void block_that_misses_the_grid_barrier() {
    ints cells;
    strider::executor::launch_cooperative(neighbour_sums, 4, 1, 0, cells.data(), true, 3u);
}
void grid_barrier_in_a_plain_launch() {
    ints cells;
    strider::launch(neighbour_sums, {4, 1}, cells.data(), true, 4u);
}
void grid_that_is_too_large() {
    ints cells;
    strider::executor::launch_cooperative(neighbour_sums, 5000, 1, 0, cells.data(), true, 4u);
}

void missing_barrier() {
    ints cells;
    strider::launch(reverse, {1, n}, cells.data(), false);
}
void missing_syncwarp() {
    ints cells;
    strider::launch(shift_in_warp, {1, 32}, cells.data(), 0u);
}
void volatile_tail() {
    ints cells;
    strider::launch(sum_without_syncwarp, {1, 32}, cells.data());
}
void same_value_written_twice() {
    ints cells;
    strider::launch(write_one, {1, 2}, cells.data());
}
void neighbour_bytes() {
    ints cells;
    strider::launch(write_bytes, {1, 32}, reinterpret_cast<unsigned char*>(cells.data()), 1u);
}
void in_place_block_results() {
    ints cells;
    strider::launch(block_result_in_place, {4, 16}, cells.data());
}
void plain_counter() {
    ints cells;
    strider::launch(count_plainly, {4, 1}, cells.data());
}
void atomic_and_plain() {
    ints cells;
    strider::launch(count_then_read, {1, n}, cells.data());
}
void ticket_without_fence() {
    ints cells;
    device_array<unsigned> ticket(std::vector<unsigned>{0});
    strider::launch(last_block_sums, {8, 32}, cells.data(), ticket.data(), cells.data() + 32, false);
}
void flag_of_an_earlier_launch() {
    ints cells;
    strider::launch(hand_over, {1, n}, cells.data());
    strider::launch(write_one, {1, 1}, cells.data());  // thread 32, which has seen the flag, has no part in this one
    strider::launch(read_without_flag, {1, n}, cells.data());
}
void reads_beyond_allocation() {
    ints cells, out;
    strider::launch(read_at, {1, n}, cells.data(), out.data(), 2);
}
void writes_beyond_allocation() {
    ints cells;
    strider::launch(write_at, {1, n}, cells.data(), 1);
}
void writes_before_allocation() {
    ints cells;
    strider::launch(write_at, {1, n}, cells.data(), -1);
}
void reads_null() {
    ints out;
    strider::launch(read_at, {1, 1}, nullptr, out.data(), 0);
}
void writes_to_constant_region() {
    std::vector<int> values(n);
    const auto region = strider::executor::share(std::span<const int>(values), "values");
    strider::launch(write_at, {1, n}, values.data(), 0);
}
void index_beyond_static_array() {
    ints cells;
    strider::launch(write_array, {1, n}, cells.data(), 16);
}
void pointer_beyond_static_array() {
    ints cells;
    strider::launch(write_through_pointer, {1, n}, cells.data(), 1 << 20);
}
void beyond_dynamic_array() { strider::launch(write_dynamic, {1, n, 64}, 16); }
void unwritten_shared() {
    ints cells;
    strider::launch(read_shared, {1, n}, cells.data());
}
void unwritten_global() {
    ints out;
    device_array<int> fresh(n, "fresh");
    fresh[0] = 1;
    strider::launch(read_at, {1, 2}, fresh.data(), out.data(), 0);
}
void barrier_in_branch() {
    ints cells;
    strider::launch(sync_in_branch, {1, n}, cells.data(), 40u);
}
void return_before_barrier() {
    ints cells;
    strider::launch(sync_after_return, {2, n / 2}, cells.data(), 20u);
}
void two_barriers() {
    ints cells;
    strider::launch(sync_at_two_places, {1, n}, cells.data());
}
void lane_outside_of_mask() {
    ints cells;
    strider::launch(shuffle_with, {1, 32}, cells.data(), 0x7FFFFFFFu);
}
void different_collectives() {
    ints cells;
    strider::launch(shuffle_or_vote, {1, 32}, cells.data());
}
void meeting_across_barrier() {
    ints cells;
    strider::launch(shuffle_behind_barrier, {1, 32}, cells.data());
}
void lock_in_warp() {
    ints cells;
    strider::launch(take_lock_in_warp, {1, 32}, cells.data());
}
void flag_behind_loop_in_warp() {
    ints cells;
    strider::launch(await_last_lane, {1, 32}, cells.data());
}
void flag_that_nobody_sets() {
    ints cells;
    strider::launch(await_flag, {3, 32}, cells.data());
}
void deep_recursion() {
    ints cells;
    strider::launch(recurse, {1, 4}, cells.data(), 100);
}
void flag_of_a_lost_lane() {
    ints cells, flag;
    strider::launch(await_first_lane, {1, 32}, flag.data(), cells.data());
}
void element_of_a_lost_lane() {
    ints cells;
    strider::launch(shift_left, {1, n}, cells.data());
}
void block_atomics_of_two_blocks() {
    ints cells;
    strider::launch(count_in_block, {2, 32}, cells.data(), 0u);
}
void volatile_sums_of_warps() {
    ints cells;
    strider::launch(sum_warps_through_volatile, {1, n}, cells.data());
}
void misaligned_vector() {
    ints cells, out;
    strider::launch(load_vector, {1, 1}, cells.data(), reinterpret_cast<int4*>(out.data()));
}
void shuffle_from_exited_lane() {
    ints cells;
    strider::launch(shuffle_after_return, {1, 32}, cells.data(), 20);
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
void empty_block() {
    ints cells;
    strider::launch(write_one, {1, dim3(16, 0)}, cells.data());
}

}  // namespace wrong

namespace right {

void block_atomics_of_each_block() {
    ints cells;
    strider::launch(count_in_block, {2, 32}, cells.data(), 1u);
}
void exchange_whose_result_is_unused() {
    device_array<int> fresh(2, "fresh");
    strider::launch(exchange, {1, 1}, fresh.data(), nullptr);
}
void volatile_flag() {
    ints cells;
    strider::launch(hand_over_by_flag, {1, n}, cells.data());
}
void bytes_written_one_by_one() { wrong::sum_written_bytes(8); }

void grid_barrier() {
    ints cells;
    strider::executor::launch_cooperative(neighbour_sums, 4, 1, 0, cells.data(), true, 4u);
}

void barrier() {
    ints cells;
    strider::launch(reverse, {1, n}, cells.data(), true);
}
void partial_syncwarp() {
    ints cells;
    strider::launch(shift_in_warp, {1, 32}, cells.data(), 0x0000FFFFu);
}
void lock() {
    ints cells;
    strider::launch(take_lock_in_loop, {4, n}, cells.data());
}
void ticket() {
    ints cells;
    device_array<unsigned> tickets(std::vector<unsigned>{0});
    strider::launch(last_block_sums, {8, 32}, cells.data(), tickets.data(), cells.data() + 32, true);
}
void look_back() {
    ints data;
    device_array<int> flags(std::vector<int>(n, 0));
    strider::launch(chain, {n, 32}, data.data(), flags.data());
}
void flags_between_warps() {
    ints cells;
    strider::launch(hand_over, {1, n}, cells.data());
}
void bytes_of_one_word() {
    ints cells;
    strider::launch(write_bytes, {1, 32}, reinterpret_cast<unsigned char*>(cells.data()), 2u);
}
void host_written() {
    ints cells, out;
    strider::launch(read_at, {1, n}, cells.data(), out.data(), 0);
}
void warp_synchronous() {
    ints cells;
    strider::launch(exchange_in_warp, {1, 32}, cells.data());
}
void early_return_without_barrier() {
    ints cells;
    strider::launch(work_then_return, {1, n}, cells.data(), 50);
}
void sub_warp_blocks() {
    ints cells;
    strider::launch(write_one, {1, 1}, cells.data());
}
void local_arrays() {
    ints cells;
    strider::launch(reverse_locally, {1, n}, cells.data());
}
void device_variable() {
    ints cells;
    strider::launch(use_variables, {1, n}, cells.data());
}

}  // namespace right
