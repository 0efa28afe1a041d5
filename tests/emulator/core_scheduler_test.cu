// Lanes, warps, blocks and grids come, meet and end as they should, at every speed and schedule.
#include <gmock/gmock.h>
#include <tbb/parallel_for.h>
#include <tbb/task_group.h>

#include <cfenv>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>
#include <strider/launch.hpp>

namespace {

using namespace strider::emulation;
using testing::Each;
using testing::HasSubstr;
using testing::ThrowsMessage;

__global__ void number(unsigned* out) {
    const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    const unsigned i = block * (blockDim.x * blockDim.y * blockDim.z) + thread;
    out[i] = i + 1;
}

/// By sequential addressing.
__device__ void sum_block(const float* in, float* out, float* partial) {
    const unsigned t = threadIdx.x;
    partial[t] = in[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) partial[t] += partial[t + s];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = partial[0];
}

__global__ void sum(const float* in, float* out) {
    __shared__ float partial[256];
    sum_block(in, out, partial);
}

__global__ void sum_dynamic(const float* in, float* out) { sum_block(in, out, strider::dynamic_shared<float>()); }

__global__ void warp_sum(const int* in, int* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = in[i];
    for (int offset = 16; offset > 0; offset /= 2) value += __shfl_xor_sync(0xFFFFFFFFu, value, offset);
    out[i] = value;
}

__global__ void chain(volatile int* flags) {
    if (threadIdx.x != 0) return;
    int before = 0;
    if (blockIdx.x != 0) {
        do before = flags[blockIdx.x - 1];
        while (before == 0);
        __threadfence();
    }
    __threadfence();
    flags[blockIdx.x] = before + 1;
}

__global__ void cross_wait(int* out) {
    if (threadIdx.x == 0)
        __syncthreads();
    else
        out[threadIdx.x] = __shfl_sync(0xFFFFFFFFu, 1, 0);
}

__global__ void spin(volatile int* flag) {
    while (*flag == 0) {
    }
}

__global__ void throw_one(int* out) {
    if (threadIdx.x == 7) throw std::out_of_range("thread 7");
    out[threadIdx.x] = 1;
}

__global__ void count_under_lock(int* lock, volatile int* count) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

__device__ __attribute__((noinline)) void grid_sync() {
    strider::emulation::grid_barrier({__builtin_return_address(0)});
}

// Each block hands the sum over to its neighbour, one grid barrier after the other.
__global__ void pass_on(int* cells, int rounds) {
    __shared__ int mine[64];
    mine[threadIdx.x] = static_cast<int>(blockIdx.x);
    for (int round = 0; round < rounds; ++round) {
        cells[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x];
        grid_sync();
        const unsigned from = (blockIdx.x + 1) % gridDim.x;
        mine[threadIdx.x] = cells[from * blockDim.x + threadIdx.x];
        grid_sync();
    }
    cells[blockIdx.x * blockDim.x + threadIdx.x] = mine[threadIdx.x];
}

// Every block but the last waits for the one behind it.
__global__ void wait_for_next(volatile int* flags) {
    __shared__ int mine;
    if (threadIdx.x != 0) return;
    mine = static_cast<int>(blockIdx.x);
    int behind = 0;
    if (blockIdx.x + 1 < gridDim.x) {
        do behind = flags[blockIdx.x + 1];
        while (behind == 0);
        __threadfence();
    }
    __threadfence();
    flags[blockIdx.x] = mine == static_cast<int>(blockIdx.x) ? behind + 1 : -1;
}

struct launch_shape {
    dim3 grid, block;
};

/// Every thread writes 1 + its number in the grid, computed from all its indices.
std::vector<unsigned> number_threads(const launch_shape& at) {
    const auto& [grid, block] = at;
    device_array<unsigned> out(std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z);
    strider::launch(number, {grid, block}, out.data());
    return {out.begin(), out.end()};
}

/// Block sums of `values`, by sequential addressing in static shared memory; 256 threads a block.
std::vector<float> block_sums(const std::vector<float>& values) {
    device_array in(values);
    device_array<float> out(values.size() / 256);
    strider::launch(sum, {static_cast<unsigned>(out.size()), 256}, in.data(), out.data());
    return {out.begin(), out.end()};
}

/// The same in dynamic shared memory, with any power of two of threads.
std::vector<float> block_sums_dynamic(const std::vector<float>& values, unsigned threads) {
    device_array in(values);
    device_array<float> out(values.size() / threads);
    strider::launch(sum_dynamic, {static_cast<unsigned>(out.size()), threads, threads * sizeof(float)}, in.data(),
                    out.data());
    return {out.begin(), out.end()};
}

/// For each warp of 32 threads the sum of its values, by shuffles, in every lane.
std::vector<int> warp_sums(const std::vector<int>& values) {
    device_array in(values);
    device_array<int> out(values.size());
    strider::launch(warp_sum, {static_cast<unsigned>(values.size() / 64), 64}, in.data(), out.data());
    return {out.begin(), out.end()};
}

/// Every block waits for the block before it, and adds 1 to the value that block has written.
std::vector<int> chain_of_blocks(unsigned blocks) {
    device_array flags(std::vector<int>(blocks, 0));
    strider::launch(chain, {blocks, 32}, flags.data());
    return {flags.begin(), flags.end()};
}

/// The same from the last block to the first.
std::vector<int> chain_backwards(unsigned blocks) {
    device_array flags(std::vector<int>(blocks, 0));
    strider::launch(wait_for_next, {blocks, 32}, flags.data());
    return {flags.begin(), flags.end()};
}

/// Every thread begins with the number of its block, and in each round takes over what the next block's has; with
/// grid barriers between.
std::vector<int> pass_on_in_grid(unsigned blocks, unsigned threads, int rounds) {
    device_array cells(std::vector<int>(blocks * threads, 0));
    strider::emulation::launch_cooperative(pass_on, blocks, threads, 0, cells.data(), rounds);
    return {cells.begin(), cells.end()};
}

/// A kernel in which thread 0 waits at the block barrier and the others of its warp for a shuffle with it.
void cannot_go_on() {
    device_array<int> out(32);
    strider::launch(cross_wait, {1, 32}, out.data());
}

/// A kernel that spins on a flag that nobody writes.
void spins_forever() {
    device_array flag(std::vector<int>{0});
    strider::launch(spin, {4, 64}, flag.data());
}

/// A kernel that throws std::out_of_range in one thread.
void throws() {
    device_array<int> out(32);
    strider::launch(throw_one, {1, 32}, out.data());
}

/// All lanes of a warp take a lock by atomicCAS, without keeping the critical section in the loop. Returns the
/// count.
int counts_under_lock(unsigned blocks, unsigned threads) {
    device_array cells(std::vector<int>{0, 0});
    strider::launch(count_under_lock, {blocks, threads}, cells.data(), cells.data() + 1);
    return cells[1];
}
// Every behaviour is the same at every speed and in both schedules.
class scheduler : public testing::TestWithParam<std::tuple<speed, schedule>> {
protected:
    options how() const {
        options result;
        std::tie(result.speed, result.schedule) = GetParam();
        return result;
    }
    strider::emulation::session session{how()};
};

INSTANTIATE_TEST_SUITE_P(all, scheduler,
                         testing::Combine(testing::Values(speed::run, speed::check, speed::count),
                                          testing::Values(schedule::independent, schedule::lock_step)));

TEST_P(scheduler, gives_every_thread_its_indices) {
    for (const launch_shape& at : {launch_shape{{5, 1, 1}, {33, 1, 1}}, launch_shape{{3, 2, 1}, {16, 5, 1}},
                                   launch_shape{{2, 3, 4}, {7, 3, 5}}, launch_shape{{1, 1, 1}, {1024, 1, 1}}}) {
        const std::vector<unsigned> numbers = number_threads(at);
        for (unsigned i = 0; i < numbers.size(); ++i) ASSERT_EQ(numbers[i], i + 1);
    }
}

TEST_P(scheduler, meets_all_threads_at_block_barriers) {
    std::vector<float> values(256 * 9);
    std::iota(values.begin(), values.end(), 1.0f);
    const auto sums = block_sums(values);
    for (unsigned b = 0; b < sums.size(); ++b) EXPECT_EQ(sums[b], 256.0f * (256.0f * b + 128.5f));
}

TEST_P(scheduler, gives_dynamic_shared_memory) {
    for (const unsigned threads : {32u, 64u, 1024u})
        EXPECT_THAT(block_sums_dynamic(std::vector<float>(threads * 3, 0.5f), threads), Each(threads * 0.5f));
}

TEST_P(scheduler, meets_the_lanes_of_a_warp) { EXPECT_THAT(warp_sums(std::vector<int>(128, 3)), Each(96)); }

TEST_P(scheduler, starts_blocks_in_order) {
    const auto chain = chain_of_blocks(20);
    for (unsigned i = 0; i < chain.size(); ++i) EXPECT_EQ(chain[i], static_cast<int>(i + 1));
}

// A block may wait for blocks that have not started, on any number of host threads.
class workers : public scheduler {};

INSTANTIATE_TEST_SUITE_P(all, workers,
                         testing::Combine(testing::Values(speed::run, speed::check, speed::count),
                                          testing::Values(schedule::independent, schedule::lock_step)));

TEST_P(workers, start_the_blocks_that_others_wait_for) {
    for (const unsigned threads : {1u, 2u, 16u}) {
        options one = how();
        one.workers = threads;
        strider::emulation::session session(one);
        // Where every step costs more, so does finding out that a block waits.
        const int blocks = one.schedule == schedule::lock_step ? 3 : one.speed == speed::count ? 8 : 40;
        const auto chain = chain_backwards(blocks);
        for (int i = 0; i < blocks; ++i) EXPECT_EQ(chain[i], blocks - i) << threads;
        EXPECT_THAT(session.report().findings, testing::IsEmpty());
    }
}

TEST_P(workers, let_all_blocks_meet) {
    for (const unsigned threads : {1u, 2u, 16u}) {
        options one = how();
        one.workers = threads;
        strider::emulation::session session(one);
        const auto cells = pass_on_in_grid(12, 64, 5);
        for (unsigned i = 0; i < cells.size(); ++i) EXPECT_EQ(cells[i], static_cast<int>((i / 64 + 5) % 12)) << threads;
        EXPECT_THAT(session.report().findings, testing::IsEmpty());
    }
}

TEST_P(scheduler, lets_spinning_lanes_wait_for_others) { EXPECT_EQ(counts_under_lock(3, 64), 192); }

TEST_P(scheduler, passes_exceptions_of_kernels_on) { EXPECT_THROW(throws(), std::out_of_range); }

TEST_P(scheduler, runs_all_blocks_in_a_cancelled_group) {
    tbb::task_group_context group;
    const auto task = [&](int) {
        group.cancel_group_execution();
        EXPECT_THAT(warp_sums(std::vector<int>(64 * 9, 3)), Each(96));
    };
    tbb::parallel_for(0, 1, task, tbb::simple_partitioner{}, group);
}

// The emulator's threads and fibers stay, and with them the modes that a caller had.
TEST_P(scheduler, computes_as_a_gpu_whatever_the_modes_of_the_caller) {
    std::vector<float> one_block(256), right;
    for (unsigned i = 0; i < 256; ++i) one_block[i] = 0.1f * static_cast<float>(i + 1);
    std::vector<float> blocks;
    for (int i = 0; i < 9; ++i) blocks.insert(blocks.end(), one_block.begin(), one_block.end());
    right = one_block;
    for (unsigned s = 128; s > 0; s /= 2)
        for (unsigned t = 0; t < s; ++t) right[t] += right[t + s];
    const std::vector<float> denormals(256, std::numeric_limits<float>::denorm_min());
    for (const int rounding : {FE_UPWARD, FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO}) {
        std::fenv_t usual;
        std::fegetenv(&usual);
        std::fesetround(rounding);
#if defined(__SSE__)
        const unsigned without_denormals = _mm_getcsr() | 0x8040;
        _mm_setcsr(without_denormals);
#endif
        const auto sum = block_sums(one_block), sums = block_sums(blocks), sum_of_denormals = block_sums(denormals);
        const int rounding_after = std::fegetround();
#if defined(__SSE__)
        EXPECT_EQ(_mm_getcsr() & 0xe040, without_denormals & 0xe040) << "the caller's modes";
#endif
        std::fesetenv(&usual);
        EXPECT_EQ(rounding_after, rounding) << "the caller's mode";
        EXPECT_EQ(sum[0], right[0]) << "rounding " << rounding;
        EXPECT_THAT(sums, Each(right[0])) << "rounding " << rounding;
        EXPECT_EQ(sum_of_denormals[0], 256 * std::numeric_limits<float>::denorm_min()) << "rounding " << rounding;
    }
}

TEST(scheduler_alone, ends_a_deadlock_with_an_exception) {
    EXPECT_THAT(cannot_go_on, ThrowsMessage<std::runtime_error>(HasSubstr("deadlock in kernel cross_wait")));
    EXPECT_THAT(spins_forever, ThrowsMessage<std::runtime_error>(HasSubstr("deadlock in kernel spin")));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
