// The runtime's calls as a program sees them: values, and errors for what CUDA refuses.
#include <gmock/gmock.h>

#include <cstdlib>
#include <string>
#include <vector>

#include <strider/check/runtime/runtime.hpp>

namespace {

using testing::ElementsAre;

void does_nothing() {}

__constant__ int table[4] = {1, 2, 3, 4};

class runtime : public testing::Test {
protected:
    ~runtime() override { cudaGetLastError(); }
};

TEST_F(runtime, copies_there_and_back) {
    std::vector<int> values{1, 2, 3, 4}, back(4);
    int *first = nullptr, *second = nullptr;
    ASSERT_EQ(cudaMalloc(&first, 16), cudaSuccess);
    ASSERT_EQ(cudaMalloc(&second, 16), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(first, values.data(), 16, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(second, first, 16, cudaMemcpyDeviceToDevice), cudaSuccess);
    EXPECT_EQ(cudaMemset(second, 0, 4), cudaSuccess);
    EXPECT_EQ(cudaMemcpyAsync(back.data(), second, 16, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_THAT(back, ElementsAre(0, 2, 3, 4));
    EXPECT_EQ(cudaFree(first), cudaSuccess);
    EXPECT_EQ(cudaFree(second), cudaSuccess);
    EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST_F(runtime, refuses_copies_that_leave_an_allocation) {
    std::vector<char> host(200, 'x');
    char* device = nullptr;
    ASSERT_EQ(cudaMalloc(&device, 100), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(device, host.data(), 101, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(host.data(), device + 90, 11, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemset(device + 1, 0, 100), cudaErrorInvalidValue);
    EXPECT_EQ(cudaMemcpy(device, host.data(), 100, cudaMemcpyHostToDevice), cudaSuccess);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidValue);
    EXPECT_EQ(cudaFree(device), cudaSuccess);
}

TEST_F(runtime, remembers_the_last_error_until_it_is_asked_for) {
    EXPECT_EQ(cudaSetDevice(3), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaSetDevice(0), cudaSuccess);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_STREQ(cudaGetErrorName(cudaErrorInvalidDevice), "cudaErrorInvalidDevice");
    EXPECT_STREQ(cudaGetErrorString(cudaErrorInvalidDevice), "invalid device ordinal");
    int on_the_stack = 0;
    EXPECT_EQ(cudaFree(&on_the_stack), cudaErrorInvalidValue);
}

TEST_F(runtime, copies_rows_with_a_pitch) {
    char* device = nullptr;
    std::size_t pitch = 0;
    ASSERT_EQ(cudaMallocPitch(&device, &pitch, 3, 2), cudaSuccess);
    EXPECT_GE(pitch, 3u);
    EXPECT_EQ(cudaMemcpy2D(device, pitch, "abcdef", 3, 3, 2, cudaMemcpyHostToDevice), cudaSuccess);
    std::string back(6, ' ');
    EXPECT_EQ(cudaMemcpy2D(back.data(), 3, device, pitch, 3, 2, cudaMemcpyDeviceToHost), cudaSuccess);
    EXPECT_EQ(back, "abcdef");
    EXPECT_EQ(cudaMemcpy2D(back.data(), 2, device, pitch, 3, 2, cudaMemcpyDeviceToHost), cudaErrorInvalidPitchValue);
    cudaFree(device);
}

TEST_F(runtime, copies_to_and_from_symbols) {
    const int values[] = {7, 8};
    int back[4];
    EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof(values), 4), cudaSuccess);
    EXPECT_EQ(cudaMemcpyFromSymbol(back, table, sizeof(back)), cudaSuccess);
    EXPECT_THAT(back, ElementsAre(1, 7, 8, 4));
    EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof(values), 12), cudaErrorInvalidValue);
}

TEST_F(runtime, shares_pinned_and_managed_memory_with_the_host) {
    int *pinned = nullptr, *managed = nullptr;
    ASSERT_EQ(cudaMallocHost(&pinned, 8), cudaSuccess);
    ASSERT_EQ(cudaMallocManaged(&managed, 8), cudaSuccess);
    pinned[1] = 5, managed[1] = 6;
    EXPECT_EQ(pinned[1] + managed[1], 11);
    EXPECT_EQ(cudaFreeHost(pinned), cudaSuccess);
    EXPECT_EQ(cudaFree(managed), cudaSuccess);
}

TEST_F(runtime, takes_times_by_events) {
    cudaEvent_t from = nullptr, to = nullptr;
    ASSERT_EQ(cudaEventCreate(&from), cudaSuccess);
    ASSERT_EQ(cudaEventCreate(&to), cudaSuccess);
    float milliseconds = -1;
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaErrorInvalidResourceHandle);
    EXPECT_EQ(cudaEventRecord(from), cudaSuccess);
    EXPECT_EQ(cudaEventRecord(to), cudaSuccess);
    EXPECT_EQ(cudaEventSynchronize(to), cudaSuccess);
    EXPECT_EQ(cudaEventElapsedTime(&milliseconds, from, to), cudaSuccess);
    EXPECT_GE(milliseconds, 0.0f);
    cudaEventDestroy(from);
    cudaEventDestroy(to);
}

TEST_F(runtime, has_one_device) {
    int count = 0, threads = 0;
    cudaDeviceProp properties;
    EXPECT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
    EXPECT_EQ(count, 1);
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
    EXPECT_EQ(properties.warpSize, 32);
    EXPECT_EQ(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0), cudaSuccess);
    EXPECT_EQ(threads, 1024);
    EXPECT_EQ(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess) << "it tells what kernels did wrong, not what was refused";
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
}

// The size of a cluster, the grid, and what the kernel requires decide; each is also a finding of the program's.
TEST_F(runtime, refuses_clusters_that_are_not_possible) {
    ASSERT_EQ(setenv("STRIDER_CHECK", R"({"report": "/dev/null"})", 1), 0) << "else the process ends with status 1";
    const auto launched = [](unsigned grid, unsigned cluster) {
        cudaLaunchAttribute attribute{};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim = {cluster, 1, 1};
        cudaLaunchConfig_t config{dim3(grid), dim3(32), 0, nullptr, &attribute, 1};
        cudaLaunchKernelEx(&config, does_nothing);
        return cudaGetLastError();
    };
    EXPECT_EQ(launched(16, 8), cudaSuccess);
    EXPECT_EQ(launched(12, 8), cudaErrorInvalidClusterSize) << "no whole clusters";
    EXPECT_EQ(launched(16, 16), cudaErrorInvalidClusterSize) << "not every GPU has them";
    EXPECT_EQ(cudaFuncSetAttribute(does_nothing, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), cudaSuccess);
    EXPECT_EQ(launched(16, 16), cudaSuccess);
    EXPECT_EQ(launched(32, 32), cudaErrorInvalidClusterSize);
    strider::emulation::require_cluster("does_nothing", {2, 1, 1});
    EXPECT_EQ(launched(16, 4), cudaErrorInvalidClusterSize) << "the kernel says otherwise";
    EXPECT_EQ(launched(16, 2), cudaSuccess);
    strider::emulation::require_cluster("does_nothing", {0, 0, 0});
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
