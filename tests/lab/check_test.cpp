// strider check FILE.cu: a finding fails it, a clean program does not, what cannot be checked is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;

/// Neighbours exchange values through shared memory; -DMENDED puts the barrier between.
constexpr const char* exchange = R"(
#include <cstdio>
__global__ void exchange(int* values) {
    __shared__ int shared[64];
    shared[threadIdx.x] = values[threadIdx.x];
#ifdef MENDED
    __syncthreads();
#endif
    values[threadIdx.x] = shared[63 - threadIdx.x];
}
int main() {
    int host[64] = {}, *device = nullptr;
    cudaMalloc(&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    exchange<<<1, 64>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    std::puts("done");
}
)";

TEST(check, finding_fails_it_and_names_the_line) {
    const scratch_folder folder;
    const std::string file = folder.file("exchange.cu", exchange);
    const outcome ran = strider({"check", file, "--format", "json"}, no_gpu());
    EXPECT_EQ(ran.status, 1) << ran.error;
    const auto records = ran.records();
    ASSERT_GE(records.size(), 2u);
    EXPECT_EQ(text_at(records[0], "finding"), "race-shared");
    EXPECT_EQ(text_at(records[0], "kernel"), "exchange");
    EXPECT_EQ(text_at(records[0], "where/file"), file);
    EXPECT_EQ(records.back()["verified"], false);
    EXPECT_EQ(records.back()["output"], "done\n");
}

TEST(check, clean_program_passes_and_is_counted_on_request) {
    const scratch_folder folder;
    const std::string file = folder.file("exchange.cu", exchange);
    const outcome ran = strider({"check", file, "--compile=-DMENDED", "--count"}, no_gpu());
    EXPECT_EQ(ran.status, 0) << ran.error << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("exchange.cu: 1 kernel checked, 0 findings"));
    EXPECT_THAT(ran.out, HasSubstr("wavefronts"));
}

TEST(check, a_kernel_that_was_not_run_is_no_clean_verdict) {
    const scratch_folder folder;
    const std::string file = folder.file("two.cu", std::string("__global__ void never() {}\n") + exchange);
    const outcome ran = strider({"check", file, "--compile=-DMENDED"}, no_gpu());
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.out, HasSubstr("two.cu: 1 kernel checked, 0 findings; not run, so not checked: never"));
    const record verdict =
        strider({"check", file, "--compile=-DMENDED", "--format", "json"}, no_gpu()).records().back();
    EXPECT_EQ(verdict["not_run"].dump(), "[\"never\"]");
    EXPECT_EQ(verdict["verified"], false);
    EXPECT_THAT(strider({"check", "--help"}, no_gpu()).out,
                HasSubstr("1 where something was found, a kernel was not run"));
}

TEST(check, what_cannot_be_checked_is_refused_in_one_line) {
    const scratch_folder folder;
    const std::pair<std::string, const char*> files[] = {
        {(folder.path() / "missing.cu").string(), "cannot be read"},
        {folder.file("no_main.cu", "__global__ void alone() {}\n"), "no main()"},
        {folder.file("broken.cu", "int main() { return 0 }\n"), "broken.cu:1:"},
    };
    for (const auto& [file, said] : files) {
        const outcome ran = strider({"check", file}, no_gpu());
        EXPECT_EQ(ran.status, 2) << file;
        EXPECT_EQ(ran.out, "");
        EXPECT_THAT(ran.error, HasSubstr(said));
        EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1) << ran.error;
    }
}

}  // namespace
}  // namespace strider::lab::testing
