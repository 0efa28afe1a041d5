// The emulator counts what the hardware counts: some kernels, with the figures of an H200 (Nsight Compute,
// l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{ld,st}, l1tex__t_{requests,sectors}_pipe_lsu_mem_global_op_{ld,st},
// smsp__average_thread_inst_executed_per_inst_executed; kernels built with nvcc -O3 for sm_90).
// Single accesses: tests/hardware/accesses.csv; rungs: tests/lab/cross_check_test.py.
#include <gmock/gmock.h>

#include <strider/emulator/memory.hpp>
#include <strider/emulator/session.hpp>
#include <strider/launch.hpp>

namespace {

using namespace strider::emulation;

template <int width>
__global__ void transpose_kernel(const float* in, float* out, int n) {
    __shared__ float tile[32][width];
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x];
    __syncthreads();
    const int column = blockIdx.y * 32 + threadIdx.x, row = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(row + j) * n + column] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void square_and_add_kernel(const float* in, float* out) {
    const int t = threadIdx.x;
    out[t] = in[t] * in[t] + in[t];
    out[t] += in[t];
}

__device__ __attribute__((noinline)) float load(const float* in, int i) { return in[i]; }

__global__ void uneven_loops_kernel(const float* in, float* out) {
    const int t = threadIdx.x;
    float sum = 0;
    for (int o = 0; o < 4; ++o) {
        for (int k = 0; k < (t + o) % 4; ++k) sum += in[k * 32 + t];
        sum += load(in, o * 32 + t);
    }
    out[t] = sum;
}

__global__ void shuffle_sum_kernel(const float* in, float* out) {
    float sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xFFFFFFFFu, sum, offset);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

/// On the arrays that the kernels read and write.
template <class T, class... Parameters, class... Arguments>
void start(void (*kernel)(const T*, T*, Parameters...), const strider::launch_configuration& at,
           Arguments... arguments) {
    device_array<float> in(std::vector<float>(64 * 256, 1.0f)), out(std::vector<float>(64 * 256, 0.0f));
    strider::launch(kernel, at, reinterpret_cast<const T*>(in.data()), reinterpret_cast<T*>(out.data()), arguments...);
}

void transpose_tile_32() { start(transpose_kernel<32>, {dim3(2, 2), dim3(32, 8)}, 64); }
void transpose_tile_33() { start(transpose_kernel<33>, {dim3(2, 2), dim3(32, 8)}, 64); }

struct row {
    const char* name;
    void (*run)();
    std::uint64_t shared_load_wavefronts, shared_store_wavefronts;
    std::uint64_t global_load_requests, global_load_sectors;
    std::uint64_t global_store_requests, global_store_sectors;
    double threads_per_step;
};

constexpr row rows[] = {
    {"transpose_tile_32", transpose_tile_32, 4096, 128, 128, 512, 128, 512, 32},
    {"transpose_tile_33", transpose_tile_33, 128, 128, 128, 512, 128, 512, 32},
    {"square_and_add", [] { start(square_and_add_kernel, {1, 32}); }, 0, 0, 2, 8, 2, 8, 32},
    {"uneven_loops", [] { start(uneven_loops_kernel, {1, 32}); }, 0, 0, 16, 64, 1, 4, 24.94},
    {"shuffle_sum", [] { start(shuffle_sum_kernel, {2, 64}); }, 0, 0, 4, 16, 0, 0, 26.83},
};

TEST(bank_conflicts, are_notes_where_they_are_asked_for) {
    const auto notes_of = [](void (*run)(), bool asked) {
        session here({.speed = speed::count, .bank_conflicts = asked});
        run();
        EXPECT_THAT(here.report().findings, testing::IsEmpty());
        return here.report().notes;
    };
    const std::vector<finding> found = notes_of(transpose_tile_32, true);
    ASSERT_THAT(found, testing::SizeIs(1));
    EXPECT_EQ(name(found[0].kind), "bank-conflict");
    EXPECT_EQ(found[0].occurrences, 128u) << "each load of a column";
    EXPECT_THAT(found[0].message, testing::HasSubstr("32 passes over shared memory, where 1 would do"));
    EXPECT_THAT(notes_of(transpose_tile_33, true), testing::IsEmpty());
    EXPECT_THAT(notes_of(transpose_tile_32, false), testing::IsEmpty());
}

class table : public testing::TestWithParam<row> {};

INSTANTIATE_TEST_SUITE_P(h200, table, testing::ValuesIn(rows), [](const auto& info) { return info.param.name; });

TEST_P(table, is_counted_as_by_the_hardware) {
    session here({.speed = speed::count});
    GetParam().run();
    const counters& got = here.report().total;
    EXPECT_EQ(got.shared_load_wavefronts, GetParam().shared_load_wavefronts);
    EXPECT_EQ(got.shared_store_wavefronts, GetParam().shared_store_wavefronts);
    EXPECT_EQ(got.global_load_requests, GetParam().global_load_requests);
    EXPECT_EQ(got.global_load_sectors, GetParam().global_load_sectors);
    EXPECT_EQ(got.global_store_requests, GetParam().global_store_requests);
    EXPECT_EQ(got.global_store_sectors, GetParam().global_store_sectors);
    EXPECT_THAT(here.report().findings, testing::IsEmpty());
    // The hardware's figure is weighted by instructions, some of them predicated instead of branched over; ours by
    // basic blocks, which compilers cut differently. They are equal where nothing diverges, and close where something
    // does.
    if (GetParam().threads_per_step == 32) {
        EXPECT_EQ(got.threads_per_step(), 32);
        EXPECT_EQ(got.divergent_branches, 0u);
    } else {
        EXPECT_LT(got.threads_per_step(), 32);
        EXPECT_NEAR(got.threads_per_step(), GetParam().threads_per_step, 3.5);
        EXPECT_GT(got.divergent_branches, 0u);
    }
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
