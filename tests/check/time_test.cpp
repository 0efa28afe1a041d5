// What the time limit ends, and what is checked where the budget does not allow all.
#include <gmock/gmock.h>

#include <set>
#include <thread>

#include "checking.hpp"

namespace {

using namespace strider::kernel_check;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

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

TEST_F(checking, tells_which_part_was_checked_when_it_was_ended) {
    const result slow = check_until_begun({.file = write("a.cu", R"(
#include <cstdio>
#include <thread>
__global__ void count(int* counts, volatile int* begun) {
    if (blockIdx.x == 0) *begun = 1;
    for (int i = 0; i < 1 << 30; ++i) counts[blockIdx.x] = 5 * counts[blockIdx.x] + i;
}
int main() {
    int *counts, *begun;
    cudaMalloc(&counts, 5000 * sizeof(int));
    cudaMemset(counts, 0, 5000 * sizeof(int));
    cudaMallocManaged(&begun, sizeof(int));
    *begun = 0;
    std::thread([begun] {
        while (*(volatile int*)begun == 0) std::this_thread::yield();
        std::puts("begun");
    }).detach();
    count<<<5000, 1>>>(counts, begun);
    cudaDeviceSynchronize();
})")});
    EXPECT_THAT(text(slow),
                AllOf(HasSubstr("interrupted in block "),
                      HasSubstr(" of 5,000 blocks checked in 1 of 1 launch; the other blocks ran unchecked")));
}

// The compiler of the unchecked code is ended before the program, which does not end when it is asked to.
TEST_F(checking, does_not_blame_a_compiler_that_is_ended_with_the_program) {
    static std::filesystem::path compiles;
    compiles = folder_ / "compiles";
    const std::filesystem::path slow =
        write("slow", "#!/bin/sh\ncase \" $* \" in *\" -S \"*) touch " + compiles.string() +
                          "; exec sleep 10000;; esac\nexec " + default_toolchain().compiler + " \"$@\"\n");
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
                .budget = 1000};
    how.tools = default_toolchain();
    how.tools->compiler = slow;
    how.tools->cache.clear();
    end_processes_where([] { return std::filesystem::exists(compiles); });
    const result ended = check(how);
    EXPECT_THAT(ended.failure, HasSubstr("interrupted"));
    EXPECT_THAT(ended.notes, IsEmpty());

    std::filesystem::remove(compiles);
    how.compiler_arguments = {"-DENDS"};
    const result asked = check(how);
    end_processes_where(nullptr);
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

TEST_F(checking, ends_by_the_work_of_a_block_of_a_launch_and_of_equal_launches) {
    const result all = check({.file = write("a.cu", R"(
__global__ void add_up(int* sums, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int j = 0; j < n; ++j) sums[i] += j % 3;
}
__global__ void step(int* sums) {
    for (int j = 0; j < 600; ++j) sums[blockIdx.x * blockDim.x + threadIdx.x] += j % 3;
}
__global__ void alone(int* sum) { for (int j = 0; j < 8100000; ++j) *sum += j % 3; }
int main() {
    const int blocks = 256, threads = 32, launches = 400;
    static int all[blocks * threads];
    int* sums;
    cudaMalloc(&sums, sizeof all);
    cudaMemset(sums, 0, sizeof all);
    add_up<<<blocks, threads>>>(sums, 6000);
    for (int i = 0; i < launches; ++i) step<<<4, threads>>>(sums);
    alone<<<1, 1>>>(sums + 255);
    cudaMemcpy(all, sums, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(sums);
    for (int i = 0; i < blocks * threads; ++i)
        if (all[i] != 6000 + (i < 4 * threads ? launches * 600 : i == 255 ? 8100000 : 0)) return 1;
})"),
                              .budget = 100'000});
    EXPECT_EQ(all.exit_code(), 0) << text(all);
    ASSERT_TRUE(all.in_part.contains("add_up") && all.in_part.contains("step")) << text(all);
    EXPECT_LT(all.in_part.at("add_up").checked_blocks, 256);
    EXPECT_EQ(all.in_part.at("add_up").checked_launches, 1);
    EXPECT_LT(all.in_part.at("step").checked_launches, 400);
    ASSERT_TRUE(all.in_part.contains("alone")) << text(all);
    EXPECT_EQ(all.in_part.at("alone").checked_blocks, 0);
}

/// Threads that only compute, one for each core.
class busy_machine {
public:
    busy_machine() {
        for (unsigned i = 0; i < std::thread::hardware_concurrency(); ++i)
            threads_.emplace_back([](const std::stop_token& ends) {
                while (!ends.stop_requested()) {
                }
            });
    }

private:
    std::vector<std::jthread> threads_;
};

/// What was found where, and how much was checked.
std::string essence(const result& all) {
    std::set<std::string> lines;
    for (const auto& found : all.findings)
        lines.insert(std::string(name(found.kind)) + " in " + found.kernel + " at " + text(found.where) + ", " +
                     text(found.other));
    for (const auto& [kernel, part] : all.in_part) lines.insert(kernel + ": " + text(part));
    std::string joined = all.failure;
    for (const std::string& line : lines) joined += line + "\n";
    return joined;
}

// But for the time limit, which is the clock's: a program that waits for its unchecked code may wait long.
TEST_F(checking, of_the_same_blocks_does_not_depend_on_load_or_workers) {
    for (const char* const source : {R"(
__global__ void next_to(int* values, int n) {  // a race of neighbours, and an overshoot of the last block
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] += i + 1 < n ? values[i + 1] : values[i + blockDim.x];
}
int main() {
    int* values;
    cudaMalloc(&values, (1 << 17) * sizeof(int));
    cudaMemset(values, 0, (1 << 17) * sizeof(int));
    for (int i = 0; i < 5; ++i) next_to<<<1024, 128>>>(values, 1 << 17);
    return cudaDeviceSynchronize();
})",
                                     R"(
__device__ unsigned ticket, done[2048];  // each block waits for the one before
__global__ void look_back(int* sums) {
    __shared__ unsigned me;
    if (threadIdx.x == 0) me = atomicAdd(&ticket, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        while (me != 0 && atomicAdd(&done[me - 1], 0) == 0) {
        }
        sums[me] = me == 0 ? 1 : sums[me - 1] + 1;  // no fence
        atomicExch(&done[me], 1);
    }
}
int main() {
    int* sums;
    cudaMalloc(&sums, 2048 * sizeof(int));
    look_back<<<2048, 64>>>(sums);
    return cudaDeviceSynchronize();
})",
                                     R"(
__global__ void uneven(float* sums, int from) {  // the work of blocks differs by 36 times
    for (int i = 0; i < 10 + blockIdx.x % 8 * 50; ++i) atomicAdd(sums + (i + threadIdx.x) % 64, 1.0f);
    sums[from + blockIdx.x % 2] = blockIdx.x;
}
int main() {
    float* sums;
    cudaMalloc(&sums, 256);
    cudaMemset(sums, 0, 256);
    for (int i = 0; i < 3; ++i) uneven<<<500, 32>>>(sums, 60 + i);
    return cudaDeviceSynchronize();
})"}) {
        const std::filesystem::path file = write("a.cu", source);
        const auto run = [&](unsigned workers) {
            return check({.file = file,
                          .run = {.session = {.workers = workers}},
                          .budget = 50'000,
                          .time_limit = std::chrono::minutes(20)});
        };
        const result idle = run(1);
        EXPECT_THAT(idle.in_part, SizeIs(1)) << text(idle);
        EXPECT_THAT(idle.findings, Not(IsEmpty()));
        for (const unsigned workers : {2, 16}) EXPECT_EQ(essence(run(workers)), essence(idle)) << workers;
        const busy_machine busy;
        EXPECT_EQ(text(run(1)), text(idle));
        EXPECT_EQ(essence(run(2)), essence(idle));
    }
}

// Each word of a row lies in another sector than those of the other lanes. Compilers copy long rows by memcpy().
TEST_F(checking, counts_memcpy_in_kernels_like_the_copy_of_a_structure) {
    for (const int words : {20, 300})
        for (const char* copy :
             {"to[threadIdx.x] = from[threadIdx.x]", "memcpy(to + threadIdx.x, from + threadIdx.x, n)",
              "memcpy(to + threadIdx.x, from + threadIdx.x, sizeof(row))",
              "memmove(to + threadIdx.x, from + threadIdx.x, n)"}) {
            const std::string size = std::to_string(words);
            const auto file = write("a.cu", "struct row { int values[" + size + "]; };\n" + R"(
__global__ void k(row* to, row* from, size_t n) { )" +
                                                copy + R"(; }
int main(int argc, char**) {
    row* rows;
    cudaMalloc(&rows, 64 * sizeof(row));
    cudaMemset(rows, 0, 64 * sizeof(row));
    k<<<1, 32>>>(rows + 32, rows, sizeof(row) + argc - 1);
    return cudaDeviceSynchronize();
})");
            const result all = check({.file = file, .run = {.session = {.speed = strider::emulation::speed::count}}});
            const std::string bytes = std::to_string(64 * 4 * words), sectors = std::to_string(64 * words);
            EXPECT_THAT(all.records, ElementsAre(AllOf(HasSubstr("\"global_bytes_requested\":" + bytes + ","),
                                                       HasSubstr("\"global_sectors\":" + sectors + ","))))
                << copy;
        }
}

TEST_F(checking, counts_all_blocks_of_which_it_checks_some) {
    const std::filesystem::path file = write("a.cu", R"(
__global__ void reverse(int* to, const int* from) {
    __shared__ int part[128];
    part[threadIdx.x] = from[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    to[blockIdx.x * 128 + threadIdx.x] = part[127 - threadIdx.x];
    if (threadIdx.x == 0) atomicAdd(to + 512 * 128, 1);
}
int main() {
    int *to, *from;
    cudaMalloc(&to, (512 * 128 + 1) * sizeof(int));
    cudaMalloc(&from, 512 * 128 * sizeof(int));
    cudaMemset(from, 0, 512 * 128 * sizeof(int));
    cudaMemset(to + 512 * 128, 0, sizeof(int));
    reverse<<<512, 128>>>(to, from);
    return cudaDeviceSynchronize();
})");
    const auto counted = [&](std::optional<std::uint64_t> blocks) {
        return check({.file = file,
                      .run = {.session = {.speed = strider::emulation::speed::count}},
                      .blocks = blocks,
                      .budget = 10'000});
    };
    const result whole = counted(0), some = counted({});
    EXPECT_THAT(whole.in_part, IsEmpty());
    ASSERT_THAT(some.in_part, SizeIs(1)) << text(some);
    EXPECT_LT(some.in_part.at("reverse").checked_blocks, 100);
    const auto counters = [](const result& of) {
        const std::string& line = of.records.front();
        return line.substr(line.find("\"counters\""), line.find('}') - line.find("\"counters\""));
    };
    EXPECT_EQ(counters(some), counters(whole));
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
