// Kernels whose threads meet in the wrong order, or never; tests/wrong/races and tests/wrong/barriers have more.
#include "core_findings_cells.hpp"
#include "core_findings_kernels.hpp"

extern "C" void __tsan_write4(void* address);  // what the compiler calls before a store

namespace {

using strider::emulation::device_array;
using strider::emulation::schedule;
using strider::test::ints;
using strider::test::n;
using strider::test::on_cells;
using enum strider::emulation::finding_kind;

__global__ void reverse(int* cells, bool wait) {
    __shared__ int tile[n];
    tile[threadIdx.x] = cells[threadIdx.x];
    if (wait) __syncthreads();
    cells[threadIdx.x] = tile[n - 1 - threadIdx.x];
}

__global__ void write_one(int* cells) { cells[0] = 7; }

__global__ void write_late(int* cells) {
    if (blockIdx.x == 0) {
        __tsan_write4(cells);
        store_late(cells);
    } else {
        await_late_store();
        cells[0] = 7;
    }
    cells[1 + blockIdx.x] = 7;
}

__global__ void write_bytes(unsigned char* bytes, unsigned step) { bytes[threadIdx.x * step / 2] = 1; }

__global__ void count_then_read(int* cells) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    cells[threadIdx.x] = count;
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

__global__ void sync_in_branch(int* cells, unsigned threads) {
    if (threadIdx.x < threads) {
        cells[threadIdx.x] = 2;
        __syncthreads();
    }
}

__global__ void sum_warps_through_volatile(int* cells) {
    __shared__ volatile int partial[2];
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = cells[threadIdx.x];
    if (threadIdx.x == 0) cells[0] = partial[0] + partial[1];
    if (threadIdx.x == 32) cells[1] = partial[0] + partial[1];
}

__global__ void shuffle_or_vote(int* cells) {
    if (threadIdx.x < 16)
        cells[threadIdx.x] = __shfl_sync(0xFFFFFFFFu, 1, 0);
    else
        cells[threadIdx.x] = __any_sync(0xFFFFFFFFu, 1);
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

__global__ void await_flag(volatile int* flag) {
    while (*flag == 1) {
    }
}

__global__ void exchange_in_warp(int* cells) {
    __shared__ volatile int tile[32];
    const unsigned t = threadIdx.x;
    tile[t] = cells[t];
    tile[t] = tile[t] + tile[(t + 1) % 32];
    cells[t] = tile[t];
}

__global__ void count_in_block(int* counts, unsigned each) { atomicAdd_block(&counts[blockIdx.x * each], 1); }

__global__ void hand_over_by_flag(volatile int* flag) {
    if (threadIdx.x == 0) {
        while (*flag != 2) {
        }
    } else if (threadIdx.x == 32) {
        *flag = 2;
    }
}

__device__ __attribute__((noinline)) void grid_sync() {
    strider::emulation::grid_barrier({__builtin_return_address(0)});
}

__global__ void neighbour_sums(int* cells, bool wait, unsigned blocks) {
    cells[blockIdx.x] = 1;
    if (blockIdx.x >= blocks) return;
    if (wait) grid_sync();
    cells[32 + blockIdx.x] = cells[(blockIdx.x + 1) % gridDim.x];
}

void on_grid(unsigned blocks, bool wait, unsigned waiting) {
    ints cells;
    strider::emulation::launch_cooperative(neighbour_sums, blocks, 1, 0, cells.data(), wait, waiting);
}

const defect defects[] = {
    {"missing_barrier", race_shared, "with no barrier between", [] { on_cells(reverse, {1, n}, false); }},
    {"same_value_written_twice", race_global,
     "thread 1 of block 0 writes element 0 of 'cells' (256 bytes), and thread 0 of block 0 writes it at ",
     [] { on_cells(write_one, {1, 2}); }},
    {"neighbour_bytes", race_global, "element 0 of 'cells'",
     [] {
         ints cells;
         strider::launch(write_bytes, {1, 32}, reinterpret_cast<unsigned char*>(cells.data()), 1u);
     }},
    {"atomic_and_plain", race_shared, "atomically updates element 0 of count",
     [] { on_cells(count_then_read, {1, n}); }},
    {"flag_of_an_earlier_launch", race_shared, "element 0 of data",
     [] {
         ints cells;
         strider::launch(hand_over, {1, n}, cells.data());
         // Thread 32, which has seen the flag, has no part in this one.
         strider::launch(write_one, {1, 1}, cells.data());
         strider::launch(read_without_flag, {1, n}, cells.data());
     }},
    {"barrier_in_branch", barrier_divergence, "threads 40-63 returned before it",
     [] { on_cells(sync_in_branch, {1, n}, 40u); }},
    {"volatile_sums_of_warps", race_volatile, "both through volatile, which does not order them",
     [] { on_cells(sum_warps_through_volatile, {1, n}); }},
    {"different_collectives", warp_divergence, "another warp operation", [] { on_cells(shuffle_or_vote, {1, 32}); }},
    {"flag_behind_loop_in_warp", deadlock, "; thread 31 waits to go on at ", [] { on_cells(await_last_lane, {1, 32}); },
     schedule::lock_step},
    {"flag_that_nobody_sets", deadlock, "threads 0-31 spin at ", [] { on_cells(await_flag, {3, 32}); }},
    {"block_atomics_of_two_blocks", race_global, "each atomic only within its block",
     [] { on_cells(count_in_block, {2, 32}, 0u); }},
    {"empty_block", bad_launch, "a block of (16, 0, 1) threads", [] { on_cells(write_one, {1, dim3(16, 0)}); }},
    {"missing_grid_barrier", race_global, "blocks of one launch run in any order", [] { on_grid(4, false, 4u); }},
    {"block_that_misses_the_grid_barrier", deadlock,
     "not all blocks of the grid reach the grid barrier: of 4 blocks, 3 wait at it and 1 ended before",
     [] { on_grid(4, true, 3u); }},
    {"grid_barrier_in_a_plain_launch", bad_launch, "was not launched cooperatively",
     [] { on_cells(neighbour_sums, {4, 1}, true, 4u); }},
    {"grid_that_is_too_large", bad_launch, "at most 1024 can be alive", [] { on_grid(5000, true, 4u); }},
};

const clean_kernel clean_kernels[] = {
    {"barrier", [] { on_cells(reverse, {1, n}, true); }},
    {"lock", [] { on_cells(take_lock_in_loop, {4, n}); }},
    {"lock_in_lock_step", [] { on_cells(take_lock_in_loop, {4, n}); }, schedule::lock_step},
    {"look_back",
     [] {
         ints data;
         device_array<int> flags(std::vector<int>(n, 0));
         strider::launch(chain, {n, 32}, data.data(), flags.data());
     }},
    {"flags_between_warps", [] { on_cells(hand_over, {1, n}); }},
    {"bytes_of_one_word",
     [] {
         ints cells;
         strider::launch(write_bytes, {1, 32}, reinterpret_cast<unsigned char*>(cells.data()), 2u);
     }},
    {"warp_synchronous_in_lock_step", [] { on_cells(exchange_in_warp, {1, 32}); }, schedule::lock_step},
    {"sub_warp_blocks", [] { on_cells(write_one, {1, 1}); }},
    {"block_atomics_of_each_block", [] { on_cells(count_in_block, {2, 32}, 1u); }},
    {"volatile_flag", [] { on_cells(hand_over_by_flag, {1, n}); }},
    {"grid_barrier", [] { on_grid(4, true, 4u); }},
    {"grid_barrier_in_lock_step", [] { on_grid(4, true, 4u); }, schedule::lock_step},
};

}  // namespace

void store_equally_by_two_workers() { on_cells(write_late, {2, 1}); }

constinit const std::span<const defect> order_defects = defects;
constinit const std::span<const clean_kernel> clean_order_kernels = clean_kernels;
// SPDX-License-Identifier: Apache-2.0
