// What the time limit ends, and what is checked in part for its sake.
#include <gmock/gmock.h>

#include "checking.hpp"

namespace {

using namespace strider::kernel_check;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

// g++ does not tell a misaligned vector from a structure, so the program is built again, and run again from its start.
TEST_F(checking, gives_a_program_that_runs_again_only_the_time_that_is_left) {
    if (default_toolchain().alignment_flags.empty()) GTEST_SKIP() << "the compiler always tells them apart";
    const result slow = check({.file = write("a.cu", R"(
#include <unistd.h>
__global__ void clear(double* x) { *reinterpret_cast<double2*>(x + 1) = double2{}; }
int main() {
    sleep(2);
    double* x;
    cudaMalloc(&x, 64);
    clear<<<1, 1>>>(x);
    return cudaDeviceSynchronize();
})"),
                               .time_limit = std::chrono::seconds(3)});
    EXPECT_THAT(text(slow), HasSubstr("did not finish within 3 s"));
}

TEST_F(checking, tells_which_part_was_checked_when_the_time_was_over) {
    const result slow = check({.file = write("a.cu", R"(
__global__ void count(int* counts) { for (int i = 0; i < 1 << 30; ++i) counts[blockIdx.x] = 5 * counts[blockIdx.x] + i; }
int main() {
    int* counts;
    cudaMalloc(&counts, 5000 * sizeof(int));
    cudaMemset(counts, 0, 5000 * sizeof(int));
    count<<<5000, 1>>>(counts);
    cudaDeviceSynchronize();
})"),
                               .time_limit = std::chrono::seconds(4)});
    EXPECT_THAT(text(slow),
                AllOf(HasSubstr("did not finish within 4 s in block "),
                      HasSubstr(" of 5,000 blocks checked in 1 of 1 launch; the other blocks ran unchecked")));
}

// The compiler of the unchecked code is ended before the program, which does not end when it is asked to.
TEST_F(checking, does_not_blame_a_compiler_that_the_time_limit_ends) {
    const std::filesystem::path slow =
        write("slow", "#!/bin/sh\ncase \" $* \" in *\" -S \"*) exec sleep 60;; esac\nexec " +
                          default_toolchain().compiler + " \"$@\"\n");
    std::filesystem::permissions(slow, std::filesystem::perms::owner_all);
    options how{.file = write("a.cu", R"(
#include <csignal>
__global__ void set(int* x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() {
#ifndef ENDS
    std::signal(SIGTERM, [](int) {});
#endif
    int* x;
    cudaMalloc(&x, sizeof(int) << 20);
    set<<<4096, 256>>>(x);
    return cudaDeviceSynchronize();
})"),
                .time_limit = std::chrono::seconds(3)};
    how.tools.compiler = slow;
    how.tools.cache.clear();
    const result ended = check(how);
    EXPECT_TRUE(ended.timed_out);
    EXPECT_THAT(ended.notes, IsEmpty());

    how.compiler_arguments = {"-DENDS"};
    const result asked = check(how);
    EXPECT_THAT(asked.failure, HasSubstr(" of kernel set, launched at "));
    EXPECT_THAT(asked.not_run, IsEmpty());
}

// Unchecked blocks would.
TEST_F(checking, of_a_launch_that_writes_to_the_host_destroys_nothing_there) {
    const result all = check({.file = write("a.cu", R"(
#include <vector>
__device__ int values[256];
__global__ void fill(int* to) { to[blockIdx.x * blockDim.x + threadIdx.x] = -1; }
__global__ void scatter(int by) { values[(blockIdx.x * blockDim.x + threadIdx.x) * by] = -1; }
int main() {
    std::vector<int> begin(4), rest(1 << 18);
    fill<<<1024, 256>>>(begin.data());
    scatter<<<1024, 256>>>(1000);
    cudaDeviceSynchronize();
    for (int one : rest)
        if (one != 0) return 1;
})")});
    EXPECT_EQ(all.failure, "") << text(all);
    EXPECT_THAT(text(all),
                AllOf(HasSubstr("out-of-bounds in kernel fill"), HasSubstr("out-of-bounds in kernel scatter")));
}

TEST_F(checking, ends_early_for_launches_that_take_long_and_for_equal_ones) {
    const result all = check({.file = write("a.cu", R"(
__global__ void add_up(int* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < n; ++j) sums[i] += j % 3;
}
__global__ void step(int* sums) {
    for (int j = 0; j < 60000; ++j) sums[blockIdx.x * blockDim.x + threadIdx.x] += j % 3;
}
__global__ void alone(int* sum) { for (int j = 0; j < 810000000; ++j) *sum += j % 3; }
int main() {
    const int blocks = 256, threads = 32, launches = 400;
    static int all[blocks * threads];
    int* sums;
    cudaMalloc(&sums, sizeof all);
    cudaMemset(sums, 0, sizeof all);
    add_up<<<blocks, threads>>>(sums, 600000);
    for (int i = 0; i < launches; ++i) step<<<4, threads>>>(sums);
    alone<<<1, 1>>>(sums + 255);
    cudaMemcpy(all, sums, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(sums);
    for (int i = 0; i < blocks * threads; ++i)
        if (all[i] != 600000 + (i < 4 * threads ? launches * 60000 : i == 255 ? 810000000 : 0)) return 1;
})"),
                              .time_limit = std::chrono::seconds(16)});
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    ASSERT_TRUE(all.in_part.contains("add_up") && all.in_part.contains("step")) << text(all);
    EXPECT_LT(all.in_part.at("add_up").checked_blocks, 256);
    EXPECT_EQ(all.in_part.at("add_up").checked_launches, 1);
    EXPECT_LT(all.in_part.at("step").checked_launches, 400);
    ASSERT_TRUE(all.in_part.contains("alone")) << text(all);
    EXPECT_EQ(all.in_part.at("alone").checked_blocks, 0);
}

TEST_F(checking, notes_that_no_block_can_run_unchecked) {
    const result whole = check({.file = write("a.cu", R"(
__global__ void ones(int* values) {
    __shared__ int (*row)[4];  // which is thread-local
    if (threadIdx.x == 0) row = reinterpret_cast<int (*)[4]>(values);
    __syncthreads();
    row[0][blockIdx.x] = 1;
}
int main() {
    int* values;
    cudaMalloc(&values, 4 * sizeof(int));
    ones<<<4, 1>>>(values);
})"),
                                .blocks = 1});
    EXPECT_EQ(whole.exit_code(), 0) << text(whole);
    EXPECT_THAT(whole.in_part, IsEmpty());
    EXPECT_THAT(text(whole), HasSubstr("a.cu:11: note, unsupported in kernel ones: all 4 blocks are checked, since "
                                       "none can run unchecked: a thread-local variable"));
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
