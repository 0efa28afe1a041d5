// All shuffles against the pseudo-code of the PTX manual: every type, width, mask, and operands in and out of range.
#include <array>

#include "intrinsics_lanes.hpp"

namespace {

using namespace lanes;

enum class operation { index, up, down, exchange };
constexpr std::array operations{operation::index, operation::up, operation::down, operation::exchange};
constexpr std::array widths{1u, 2u, 4u, 8u, 16u, 32u};
constexpr std::array masks{0xffffffffu, 0x0000ffffu, 0xffff0000u, 0xaaaaaaaau, 0x80000001u, 0x00000400u};
constexpr unsigned operands = 70;  // more than twice the warp: they count modulo 32

struct source {
    unsigned lane;
    bool in_segment;
};

/// shfl.sync in the PTX manual, with the clamp and segment mask that CUDA C++ makes of `width`.
source ptx_source(operation what, unsigned lane, unsigned b, unsigned width) {
    const unsigned c = (32 - width) << 8 | (what == operation::up ? 0u : 31u);
    const unsigned bval = b & 31, cval = c & 31, segmask = c >> 8 & 31;
    const unsigned max_lane = (lane & segmask) | (cval & ~segmask), min_lane = lane & segmask;
    switch (what) {
        case operation::index:
            return {min_lane | (bval & ~segmask), (min_lane | (bval & ~segmask)) <= max_lane};
        case operation::up:
            return {lane - bval, static_cast<int>(lane - bval) >= static_cast<int>(max_lane)};
        case operation::down:
            return {lane + bval, lane + bval <= max_lane};
        case operation::exchange:
            break;
    }
    return {lane ^ bval, (lane ^ bval) <= max_lane};
}

template <class T>
__device__ T shuffled(operation what, unsigned mask, T value, unsigned operand, int width) {
    switch (what) {
        case operation::index:
            return __shfl_sync(mask, value, static_cast<int>(operand), width);
        case operation::up:
            return __shfl_up_sync(mask, value, operand, width);
        case operation::down:
            return __shfl_down_sync(mask, value, operand, width);
        case operation::exchange:
            break;
    }
    return __shfl_xor_sync(mask, value, static_cast<int>(operand), width);
}

template <class T>
T value_of(unsigned lane) {
    return static_cast<T>(lane * lane * 4000037.0 + 0.25 + lane);  // all bits of the wider types differ
}

template <class T>
class shuffle : public testing::Test {};
using register_types = testing::Types<int, unsigned, long, unsigned long, long long, unsigned long long, float, double>;
TYPED_TEST_SUITE(shuffle, register_types);

TYPED_TEST(shuffle, reads_the_lane_that_the_ptx_manual_says) {
    using T = TypeParam;
    for (const operation what : operations)
        for (const unsigned width : widths)
            for (const unsigned mask : masks) {
                strider::emulation::device_array<T> read(32 * operands);
                T* const out = read.data();
                on_lanes(1, 32, [=] {
                    const unsigned lane = threadIdx.x;
                    if ((mask >> lane & 1) == 0) return;
                    for (unsigned operand = 0; operand < operands; ++operand) {
                        const T value = shuffled(what, mask, value_of<T>(lane), operand, static_cast<int>(width));
                        const source from = ptx_source(what, lane, operand, width);
                        if (!from.in_segment || (mask >> from.lane & 1) != 0) out[operand * 32 + lane] = value;
                    }
                });
                for (unsigned operand = 0; operand < operands; ++operand)
                    for (unsigned lane = 0; lane < 32; ++lane) {
                        const source from = ptx_source(what, lane, operand, width);
                        const unsigned expected = from.in_segment ? from.lane : lane;
                        if ((mask >> lane & mask >> expected & 1) == 0) continue;  // undefined
                        ASSERT_EQ(read[operand * 32 + lane], value_of<T>(expected))
                            << "operation " << static_cast<int>(what) << ", width " << width << ", operand " << operand
                            << ", lane " << lane;
                    }
            }
}

TEST(shuffle, takes_negative_lanes_modulo_the_width) {
    EXPECT_THAT((results_of<int>(32, [](unsigned lane) { return __shfl_sync(~0u, static_cast<int>(lane), -1, 8); })),
                testing::ElementsAreArray({7,  7,  7,  7,  7,  7,  7,  7,  15, 15, 15, 15, 15, 15, 15, 15,
                                           23, 23, 23, 23, 23, 23, 23, 23, 31, 31, 31, 31, 31, 31, 31, 31}));
}

TEST(shuffle, promotes_narrow_types_as_a_call_would) {
    static_assert(std::is_same_v<decltype(__shfl_sync(0u, short{}, 0)), int>);
    static_assert(std::is_same_v<decltype(__shfl_xor_sync(0u, 'c', 0)), int>);
    EXPECT_THAT((results_of<int>(32,
                                 [](unsigned lane) {
                                     return __shfl_down_sync(~0u, static_cast<short>(-static_cast<int>(lane)), 31);
                                 }))[0],
                -31);
}

TEST(shuffle, keeps_the_bits_of_a_nan) {
    const auto bits = results_of<unsigned>(32, [](unsigned lane) {
        return __float_as_uint(__shfl_xor_sync(~0u, __uint_as_float(0x7fc00000u | lane), 1));
    });
    for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(bits[lane], 0x7fc00000u | (lane ^ 1));
}

TEST(shuffle, gives_a_value_that_is_easy_to_see_where_the_source_lane_is_absent) {
    const auto read = results_of<unsigned>(
        32, [](unsigned lane) { return lane < 16 ? ~__shfl_down_sync(0x0000ffffu, lane, 8) : 0u; });
    EXPECT_EQ(~read[7], 15u);
    EXPECT_EQ(~read[8], 0xdedededeu);
    EXPECT_EQ(~read[9], 0x5edededeu) << "positive in odd lanes";
}

TEST(shuffle, works_in_a_short_warp_and_in_every_warp_of_a_block) {
    const auto short_warp =
        results_of<int>(20, [](unsigned lane) { return __shfl_up_sync(0xfffffu, static_cast<int>(lane), 1); });
    for (int lane = 0; lane < 20; ++lane) EXPECT_EQ(short_warp[lane], lane == 0 ? 0 : lane - 1);
    const auto block = results_of<int>(128, [](unsigned t) { return __shfl_sync(~0u, static_cast<int>(t), 5); });
    for (int t = 0; t < 128; ++t) EXPECT_EQ(block[t], t / 32 * 32 + 5);
}

TEST(shuffle, refuses_a_width_that_is_no_power_of_two) {
    strider::emulation::session checked;
    const auto body = [] { __shfl_sync(~0u, 1, 0, 12); };
    EXPECT_THROW(strider::launch(run_on_lanes<decltype(body)>, {1, 32}, body), std::runtime_error);
    EXPECT_FINDING(checked.report(), "unsupported");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
