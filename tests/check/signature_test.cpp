#include "check/translate/signature.hpp"

#include <gtest/gtest.h>

namespace {

using namespace strider::kernel_check;

/// "type name, type name"
std::string parameters(std::string_view source, std::string_view name) {
    const auto declared = declared_parameters(source, name);
    if (!declared) return "none";
    std::string all;
    for (const declared_parameter& one : *declared) all += (all.empty() ? "" : ", ") + one.type + "|" + one.name;
    return all;
}

TEST(signature, has_the_types_and_names_of_the_source) {
    constexpr std::string_view source = R"(
// saxpy(not, this)
void other() { saxpy<<<1, 1>>>(1, 2); return k(3); }
extern "C" __global__ void __launch_bounds__(256) saxpy(const int n, float a, const float* __restrict__ x, float *y);
template <class T, int N>
__global__ void k(std::array<T, N> all, T (&row)[N], unsigned long long* to, half2 const* from, int rows[], bool set = true) {}
namespace a { __device__ int pick(unsigned, const char* const*) noexcept { return 1; } }
__global__ void nothing(void) {}
__global__ void neither() {}
)";
    EXPECT_EQ(parameters(source, "saxpy"), "const int|n, float|a, const float*|x, float*|y");
    EXPECT_EQ(parameters(source, "k<float, 4>"),
              "std::array<T,N>|all, T(&row)[N]|, unsigned long long*|to, half2 const*|from, int*|rows, bool|set");
    EXPECT_EQ(parameters(source, "a::pick"), "unsigned|, const char*const*|");
    EXPECT_EQ(parameters(source, "nothing"), "");
    EXPECT_EQ(parameters(source, "neither"), "");
    EXPECT_EQ(parameters(source, "missing"), "none");
    EXPECT_EQ(plain_name(" &a::b<c::d>"), "b");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
