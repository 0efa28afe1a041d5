// strider check FILE.cu --launch ...: kernels without a main().
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* source = R"(
__global__ void saxpy(int n, float a, const float* __restrict__ x, float* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
template <class T> __global__ void fill(T* to, const T value) { to[threadIdx.x] = value; }
void solve(const float* x, float* y, int n) { saxpy<<<n / 32, 32>>>(n, 2, x, y); }
)";

class check_launch : public ::testing::Test {
protected:
    outcome run(std::vector<std::string> options) {
        options.insert(options.begin(), {"check", file_});
        return strider(options, no_gpu());
    }
    const scratch_folder folder_;
    const std::string file_ = folder_.file("saxpy.cu", source);
};

TEST_F(check_launch, runs_in_order_prints_and_compares) {
    const outcome ran =
        run({"--launch", "fill<<<1, 100>>>(y, 1.0f)", "--launch", "saxpy<<<4, 32>>>(n, 2.0f, x, y);", "--let", "n=100",
             "--let", "x=f32[n] = i", "--let", "y=f32[n]", "--print", "y:3", "--expect", "y=2 * i + 1"});
    EXPECT_EQ(ran.status, 0) << ran.out << ran.error;
    EXPECT_THAT(ran.error, HasSubstr("y: 1 3 5\n"));
}

TEST_F(check_launch, says_what_is_wrong_by_the_names_that_it_was_given) {
    outcome ran =
        run({"--launch", "saxpy<<<4, 32>>>(n + 1, 2.0f, x, x)", "--let", "n=100", "--let", "x=f32[n] = random"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.out, AllOf(HasSubstr("out-of-bounds"), HasSubstr("right behind 'x' (100 elements)")));
    ran = run({"--launch", "saxpy<<<1, 32>>>(32, 2.0f, x, y)", "--let", "x=f32[32] = 1", "--let", "y=f32[32]"});
    EXPECT_THAT(ran.out, HasSubstr("uninitialised-read"));
    ran = run({"--launch", "fill<<<1, 3>>>(y, 1)", "--let", "y=i32[4] = 0", "--expect", "y=1"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.error, HasSubstr("y[3] is 0, expected 1; 1 of 4 differs"));
    ran = run({"--launch", "saxpy<<<1, 2000>>>(1, 2.0f, y, y)", "--let", "y=f32[4] = 0"});
    EXPECT_THAT(ran.out, HasSubstr("command line:"));
}

TEST_F(check_launch, takes_sizes) {
    const auto with = [&](const std::string& sizes) {
        return run({"--launch", "solve(x, y, n)", "--let", sizes, "--let", "x=f32[n] = 1", "--let", "y=f32[n] = 0",
                    "--expect", "y=2"});
    };
    EXPECT_THAT(with("n=32,64").out, HasSubstr("right for all 2 values of n"));
    const outcome some = with("n=31..33,64");
    EXPECT_EQ(some.status, 1);
    EXPECT_THAT(some.out, AllOf(HasSubstr("n = 33: "), HasSubstr("wrong for 2 of 4 values of n")));
    EXPECT_THAT(with("n=32,33,65").out, HasSubstr("wrong from n = 33 on"));
}

TEST_F(check_launch, without_any_lists_lines_to_type) {
    const outcome ran = run({});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(
        ran.error,
        AllOf(HasSubstr("no main()"),
              HasSubstr("--launch 'saxpy<<<4, 256>>>(n, a, x, y)' --let n=1000 --let a=1 --let 'x=f32[1000] = "
                        "random' --let 'y=f32[1000] = 0'\n"),
              HasSubstr("--launch 'fill<float><<<4, 256>>>(to, value)' --let 'to=f32[1000] = 0' --let value=1")));
}

TEST_F(check_launch, refuses_what_makes_no_sense) {
    const std::string with_main = folder_.file("main.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
    const struct {
        std::vector<std::string> options;
        const char* message;
    } cases[] = {
        {{"--let", "n=1"}, "belong to a --launch"},
        {{"--launch", "k<<<1, 1>>>()", "--let", "n"}, "--let n: expected NAME=VALUE"},
        {{"--launch", "k<<<1, 1>>>()", "--print", "z"}, "no --let makes an array of this name"},
        {{"--launch", "k<<<1, 1>>>()", "--let", "x=f32[2]", "--print", "x:y"}, "expected NAME or NAME:COUNT"},
        {{"--launch", "k<<<1, 1>>>()", "--let", "n=1,2", "--let", "m=1,2"}, "one name may have several values"},
        {{"--launch", "k<<<1, 1>>>()", "--let", "n=1..20000"}, "more than 10000 values"},
        {{"--launch", "k<<<1, 1>>>()", "--let", "x=none.npy"}, "none.npy: it cannot be read"},
        {{"--launch", "fill<<<1, 1>>>(q, 1)"}, "'q' was not declared"}};
    for (const auto& [options, message] : cases) {
        const outcome ran = run(options);
        EXPECT_EQ(ran.status, 2) << message;
        EXPECT_THAT(std::regex_replace(ran.error, std::regex("\u2018|\u2019"), "'"), HasSubstr(message));
    }
    EXPECT_THAT(strider({"check", with_main, "--launch", "k<<<1, 1>>>()"}, no_gpu()).error, HasSubstr("has a main()"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
