// Clusters that the runtime refuses; tests/hardware/api.cu has a GPU's statuses of the other calls.
#include <gmock/gmock.h>

#include <cstdlib>

#include <strider/check/runtime/runtime.hpp>

namespace {

void does_nothing() {}

// The size of a cluster, the grid, and what the kernel requires decide; each is also a finding of the program's.
TEST(runtime, refuses_clusters_that_are_not_possible) {
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
