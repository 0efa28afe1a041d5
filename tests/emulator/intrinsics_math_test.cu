// min and max as CUDA overloads them, special functions, approximations, cache-hinted accesses;
// tests/hardware/numbers.cu has rounded operations and conversions.
#include <cmath>
#include <limits>

#include "intrinsics_lanes.hpp"

namespace {

const float infinity = std::numeric_limits<float>::infinity(), nan_value = std::numeric_limits<float>::quiet_NaN();

TEST(minimum_and_maximum, go_to_the_common_type) {
    static_assert(std::is_same_v<decltype(min(1, 2u)), unsigned>);
    static_assert(std::is_same_v<decltype(max(1, 2ll)), long long>);
    static_assert(std::is_same_v<decltype(min(1.0f, 2)), float>);
    static_assert(std::is_same_v<decltype(max(1.0f, 2.0)), double>);
    static_assert(std::is_same_v<decltype(min(short{1}, short{2})), int>);
    EXPECT_EQ(min(-1, 1), -1);
    EXPECT_EQ(min(-1, 1u), 1u);  // -1 becomes the largest unsigned, as in C++ and CUDA
    EXPECT_EQ(max(3l, 5l), 5);
    EXPECT_EQ(max(1ull << 40, 7ull), 1ull << 40);
}

TEST(minimum_and_maximum, prefer_numbers_to_nan) {
    EXPECT_EQ(min(nan_value, 2.0f), 2.0f);
    EXPECT_EQ(max(2.0f, nan_value), 2.0f);
    EXPECT_TRUE(std::isnan(min(nan_value, nan_value)));
}

TEST(minimum_and_maximum, can_be_called_beside_the_standard_ones) {
    using namespace std;
    EXPECT_EQ(min(3, 4) + max(3u, 4) + static_cast<int>(min(1.5, 2.0f) * 2), 10u);
}

TEST(special_functions, are_inverse_to_each_other) {
    for (const double y : {1e-300, 1e-20, 1e-3, 0.3, 0.5, 0.7, 1.0, 1.3, 1.7, 1.999}) {
        EXPECT_NEAR(std::erfc(erfcinv(y)) / y, 1, 1e-13) << y;
        EXPECT_NEAR(normcdf(normcdfinv(y / 2)) / (y / 2), 1, 1e-13) << y;
    }
    for (const double y : {-0.999, -0.3, 0.0, 1e-12, 0.2, 0.5, 0.6, 0.9}) EXPECT_DOUBLE_EQ(std::erf(erfinv(y)), y) << y;
    EXPECT_EQ(erfinvf(1.0f), infinity);
    EXPECT_TRUE(std::isnan(erfcinv(-0.1)));
    EXPECT_NEAR(erfcx(49.999), erfcx(50.001), 1e-6);
    EXPECT_NEAR(erfcx(60.0) * 60 * std::sqrt(M_PI), 1 - 1 / 7200.0, 1e-7);
}

TEST(special_functions, are_exact_where_they_can_be) {
    for (const double whole : {0.0, 1.0, 2.0, -7.0, 1e10}) {
        EXPECT_EQ(sinpi(whole), 0);
        EXPECT_EQ(cospi(whole + 0.5), 0);
        EXPECT_EQ(cospi(whole), std::fmod(whole, 2) == 0 ? 1 : -1);
        EXPECT_EQ(sinpi(whole + 0.5), std::fmod(whole, 2) == 0 ? 1 : -1);
        EXPECT_NEAR(sinpi(whole + 0.25), std::sin((std::fmod(whole, 2) + 0.25) * M_PI), 1e-15);
    }
    EXPECT_EQ(rcbrtf(27.0f), 1.0f / 3);
    EXPECT_EQ(norm4d(1e200, 1e200, 1e200, 1e200), 2e200);
    const double components[] = {2, 3, 6};
    EXPECT_EQ(norm(3, components) * rnorm(3, components), 1.0);
}

TEST(approximations, stay_close) {
    for (const float x : {0.1f, 0.5f, 1.0f, 3.0f}) {
        EXPECT_FLOAT_EQ(__expf(x), std::exp(x));
        EXPECT_FLOAT_EQ(__exp10f(x), std::pow(10.0f, x));
        EXPECT_FLOAT_EQ(__logf(x), std::log(x));
        EXPECT_FLOAT_EQ(__log2f(x), std::log2(x));
        EXPECT_FLOAT_EQ(__log10f(x), std::log10(x));
        EXPECT_FLOAT_EQ(__powf(x, 1.5f), std::pow(x, 1.5f));
        EXPECT_FLOAT_EQ(__sinf(x), std::sin(x));
        EXPECT_FLOAT_EQ(__cosf(x), std::cos(x));
        float sin, cos;
        __sincosf(x, &sin, &cos);
        EXPECT_FLOAT_EQ(sin, std::sin(x));
        EXPECT_FLOAT_EQ(cos, std::cos(x));
        EXPECT_FLOAT_EQ(__tanf(x), std::tan(x));
        EXPECT_FLOAT_EQ(rsqrtf(x), 1.0f / std::sqrt(x));
        EXPECT_FLOAT_EQ(__fdividef(x, 3.0f), x / 3.0f);
    }
    EXPECT_DOUBLE_EQ(rsqrt(2.0), std::sqrt(0.5));
}

TEST(cache_hints, load_and_store) {
    strider::emulation::device_array<float> cells(8);
    float* const at = cells.data();
    lanes::on_lanes(1, 1, [=] {
        __stwb(at, 1.0f);
        __stcg(at + 1, __ldg(at) + 1);
        __stcs(at + 2, __ldcg(at + 1) + 1);
        __stwt(at + 3, __ldcs(at + 2) + 1);
        at[4] = __ldca(at + 3) + __ldlu(at + 3) + __ldcv(at + 3);
    });
    EXPECT_THAT(std::vector<float>(cells.begin(), cells.begin() + 5), testing::ElementsAre(1, 2, 3, 4, 12));
}

TEST(vector_types, are_aligned_as_on_the_device) {
    static_assert(alignof(char2) == 2 && alignof(char3) == 1 && alignof(uchar4) == 4);
    static_assert(alignof(short2) == 4 && alignof(ushort3) == 2 && alignof(short4) == 8);
    static_assert(alignof(int2) == 8 && alignof(uint3) == 4 && alignof(int4) == 16 && sizeof(uint3) == 12);
    static_assert(alignof(longlong2) == 16 && alignof(ulonglong3) == 8 && alignof(longlong4) == 16);
    static_assert(alignof(float2) == 8 && alignof(float3) == 4 && alignof(float4) == 16);
    static_assert(alignof(double1) == 8 && alignof(double2) == 16 && alignof(double4) == 16 && sizeof(double4) == 32);
    static_assert(make_float4(1, 2, 3, 4).w == 4 && make_uchar2(1, 255).y == 255);
    constexpr dim3 extent(7, 2);
    static_assert(extent.x == 7 && extent.y == 2 && extent.z == 1);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
