// Accesses are counted as the instructions that a GPU executes, whatever the source calls them.
#include "intrinsics_lanes.hpp"

namespace {

using strider::emulation::device_array;

/// The counters of one warp.
template <class... Parameters, class... Arguments>
strider::emulation::counters counted(void (*kernel)(Parameters...), Arguments... arguments) {
    strider::emulation::session here({.speed = strider::emulation::speed::count});
    strider::launch(kernel, {1, 32}, arguments...);
    EXPECT_NO_FINDINGS(here.report());
    return here.report().total;
}

__global__ void load_and_store(int* cells) {
    const cuda::atomic_ref<int, cuda::thread_scope_device> mine(cells[threadIdx.x]);
    mine.store(mine.load(cuda::memory_order_relaxed) + 1, cuda::memory_order_relaxed);
}

__global__ void load_and_store_shared(int* out) {
    __shared__ int cells[32];
    const cuda::atomic_ref<int, cuda::thread_scope_block> mine(cells[threadIdx.x]);
    mine.store(1, cuda::memory_order_release);
    out[threadIdx.x] = mine.load(cuda::memory_order_acquire);
}

__global__ void exchange(int* cells) {
    const cuda::atomic_ref<int, cuda::thread_scope_device> mine(cells[threadIdx.x]);
    mine.exchange(mine.fetch_add(1));
}

/// The first `copied` lanes copy, the others fill with zeros.
__global__ void copy_ahead(const int4* in, int4* out, unsigned copied) {
    __shared__ int4 ahead[32];
    const unsigned t = threadIdx.x;
    __pipeline_memcpy_async(&ahead[t], &in[t], sizeof(int4), t < copied ? 0 : sizeof(int4));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = ahead[t];
}

TEST(counters, take_atomic_loads_and_stores_for_loads_and_stores) {
    device_array<int> cells(std::vector<int>(32));
    const strider::emulation::counters seen = counted(load_and_store, cells.data());
    EXPECT_EQ(seen.global_load_requests, 1u);
    EXPECT_EQ(seen.global_load_sectors, 4u);
    EXPECT_EQ(seen.global_store_requests, 1u);
    EXPECT_EQ(seen.global_store_sectors, 4u);
    EXPECT_EQ(seen.atomics, 0u);
    const strider::emulation::counters shared = counted(load_and_store_shared, cells.data());
    EXPECT_EQ(shared.shared_load_wavefronts, 1u);
    EXPECT_EQ(shared.shared_store_wavefronts, 1u);
    EXPECT_EQ(shared.shared_atomics, 0u);
}

/// The threads from `first` on add up so many elements, and then the last one all sums.
__global__ void add_up(const int4* in, int* out, unsigned first, unsigned each) {
    __shared__ int sums[32];
    int sum = 0;
    if (threadIdx.x >= first)
        for (unsigned i = 0; i < each; ++i) sum += in[threadIdx.x * each + i].x;
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 31)
        for (unsigned i = 0; i < 31; ++i) sum += sums[i];
    if (threadIdx.x == 31) *out = sum;
}

TEST(counters, know_the_longest_path) {
    device_array<int4> in(std::vector<int4>(32 * 150));
    device_array<int> out(std::vector<int>(1));
    const auto path = [&](unsigned first, unsigned each) {
        return counted(add_up, static_cast<const int4*>(in.data()), out.data(), first, each).longest_path;
    };
    // A load and some blocks for each element, and those of the last thread behind the barrier.
    const std::uint64_t few = path(0, 50), some = path(0, 100), many = path(0, 150);
    EXPECT_GT(path(0, 0), 2 * 31u);
    EXPECT_EQ(many - some, some - few);
    EXPECT_GE(some - few, 2 * 50u);
    EXPECT_LE(some - few, 4 * 50u);
    EXPECT_EQ(path(31, 150), many) << "however many threads work beside it";
}

TEST(counters, know_atomics_that_read_and_write_in_one) {
    device_array<int> cells(std::vector<int>(32));
    const strider::emulation::counters seen = counted(exchange, cells.data());
    EXPECT_EQ(seen.atomics, 64u);
    EXPECT_EQ(seen.atomic_requests, 2u);
    EXPECT_EQ(seen.global_load_requests + seen.global_store_requests, 0u);
}

// Quarters of a warp copy 128 bytes each; where those begin in the middle of a sector, they touch five.
TEST(counters, know_asynchronous_copies) {
    device_array<int4> in(std::vector<int4>(33)), out(32);
    const auto copies = [&](unsigned from, unsigned copied) {
        return counted(copy_ahead, in.data() + from, out.data(), copied);
    };
    EXPECT_EQ(copies(0, 32).global_load_sectors, 16u);
    EXPECT_EQ(copies(1, 32).global_load_sectors, 20u);
    EXPECT_EQ(copies(1, 8).global_load_sectors, 5u) << "what is filled with zeros is not read";
    EXPECT_EQ(copies(1, 0).global_load_sectors, 0u);
    for (const unsigned copied : {0u, 8u, 32u}) {
        const strider::emulation::counters seen = copies(1, copied);
        EXPECT_EQ(seen.global_load_requests, copied == 0 ? 0u : 1u);
        EXPECT_EQ(seen.shared_copy_requests, 1u);
        EXPECT_EQ(seen.shared_copy_wavefronts, 4u);
        EXPECT_EQ(seen.shared_store_requests, 0u);
        EXPECT_EQ(seen.shared_load_wavefronts, 4u);
    }
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
