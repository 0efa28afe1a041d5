// Bit and integer intrinsics against loops over bits and 128-bit arithmetic.
#include <algorithm>
#include <cstdint>
#include <random>

#include "intrinsics_lanes.hpp"

namespace {

constexpr std::uint64_t corners[] = {0,          1,          2,          0x7fffffff,         0x80000000,
                                     0xffffffff, 0x12345678, 0xdeadbeef, 0x8000000000000000, 0xffffffffffffffff};

std::vector<std::uint64_t> samples() {
    std::vector<std::uint64_t> values(std::begin(corners), std::end(corners));
    std::mt19937_64 random(1);
    for (int i = 0; i < 200; ++i) values.push_back(random() >> random() % 64);
    return values;
}

TEST(bits, are_counted_and_found) {
    for (const std::uint64_t wide : samples()) {
        const auto narrow = static_cast<std::uint32_t>(wide);
        int count = 0, wide_count = 0, first = 0, wide_first = 0, leading = 32, wide_leading = 64;
        std::uint32_t reversed = 0;
        std::uint64_t wide_reversed = 0;
        for (int bit = 63; bit >= 0; --bit) {
            if ((wide >> bit & 1) == 0) continue;
            ++wide_count, wide_first = bit + 1, wide_leading = std::min(wide_leading, 63 - bit);
            wide_reversed |= std::uint64_t{1} << (63 - bit);
            if (bit < 32) {
                ++count, first = bit + 1, leading = std::min(leading, 31 - bit);
                reversed |= 1u << (31 - bit);
            }
        }
        EXPECT_EQ(__popc(narrow), count);
        EXPECT_EQ(__popcll(wide), wide_count);
        EXPECT_EQ(__ffs(static_cast<int>(narrow)), first);
        EXPECT_EQ(__ffsll(static_cast<long long>(wide)), wide_first);
        EXPECT_EQ(__clz(static_cast<int>(narrow)), leading);
        EXPECT_EQ(__clzll(static_cast<long long>(wide)), wide_leading);
        EXPECT_EQ(__brev(narrow), reversed);
        EXPECT_EQ(__brevll(wide), wide_reversed);
    }
}

TEST(bits, are_shifted_through_two_words) {
    for (const std::uint64_t both : samples())
        for (unsigned shift = 0; shift < 70; ++shift) {
            const auto low = static_cast<std::uint32_t>(both), high = static_cast<std::uint32_t>(both >> 32);
            const unsigned modulo = shift % 32, clamped = shift < 32 ? shift : 32;
            const auto left = [&](unsigned by) {
                return by == 0 ? high : by == 32 ? low : high << by | low >> (32 - by);
            };
            const auto right = [&](unsigned by) {
                return by == 0 ? low : by == 32 ? high : low >> by | high << (32 - by);
            };
            EXPECT_EQ(__funnelshift_l(low, high, shift), left(modulo));
            EXPECT_EQ(__funnelshift_r(low, high, shift), right(modulo));
            EXPECT_EQ(__funnelshift_lc(low, high, shift), left(clamped));
            EXPECT_EQ(__funnelshift_rc(low, high, shift), right(clamped));
        }
}

TEST(bits, bytes_are_permuted) {
    EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x3210), 0x33221100u);
    EXPECT_EQ(__byte_perm(0x33221100, 0x77665544, 0x7531), 0x77553311u);
    EXPECT_EQ(__byte_perm(0x33221180, 0x77665544, 0x000F), 0x80808077u);  // three bits of a selector count
}

TEST(integers, give_the_high_halves_of_products) {
    for (const std::uint64_t a : samples())
        for (const std::uint64_t b : {corners[3], corners[4], corners[7], corners[8], corners[9], a}) {
            const auto wide = static_cast<unsigned __int128>(a) * b;
            const auto wide_signed = static_cast<__int128>(static_cast<std::int64_t>(a)) * static_cast<std::int64_t>(b);
            EXPECT_EQ(__umul64hi(a, b), static_cast<std::uint64_t>(wide >> 64));
            EXPECT_EQ(__mul64hi(static_cast<long long>(a), static_cast<long long>(b)),
                      static_cast<std::int64_t>(wide_signed >> 64));
            const auto x = static_cast<std::int32_t>(a), y = static_cast<std::int32_t>(b);
            const auto ux = static_cast<std::uint32_t>(a), uy = static_cast<std::uint32_t>(b);
            EXPECT_EQ(__mulhi(x, y), static_cast<std::int32_t>(std::int64_t{x} * y >> 32));
            EXPECT_EQ(__umulhi(ux, uy), static_cast<std::uint32_t>(std::uint64_t{ux} * uy >> 32));
            EXPECT_EQ(__umul24(ux, uy), static_cast<std::uint32_t>(std::uint64_t{ux % (1u << 24)} * (uy % (1u << 24))));
            EXPECT_EQ(__sad(x, y, 5), static_cast<std::uint32_t>(std::abs(std::int64_t{x} - y)) + 5u);
            EXPECT_EQ(__usad(ux, uy, 5), static_cast<std::uint32_t>(std::abs(std::int64_t{ux} - uy)) + 5u);
            EXPECT_EQ(__hadd(x, y), (std::int64_t{x} + y) >> 1);
            EXPECT_EQ(__rhadd(x, y), (std::int64_t{x} + y + 1) >> 1);
            EXPECT_EQ(__uhadd(ux, uy), (std::uint64_t{ux} + uy) >> 1);
            EXPECT_EQ(__urhadd(ux, uy), (std::uint64_t{ux} + uy + 1) >> 1);
        }
    EXPECT_EQ(__mul24(-3, 7), -21);
    EXPECT_EQ(__mul24(0x7f000005, 2), 10);
}

TEST(bits, are_seen_as_another_type) {
    EXPECT_EQ(__float_as_uint(1.0f), 0x3f800000u);
    EXPECT_EQ(__float_as_int(-0.0f), std::numeric_limits<int>::min());
    EXPECT_EQ(__int_as_float(0x40490fdb), 3.14159274f);
    EXPECT_EQ(__uint_as_float(0x7f800000u), std::numeric_limits<float>::infinity());
    EXPECT_EQ(__double_as_longlong(1.0), 0x3ff0000000000000ll);
    EXPECT_EQ(__longlong_as_double(0x4000000000000000ll), 2.0);
    EXPECT_EQ(__hiloint2double(__double2hiint(-1.1), __double2loint(-1.1)), -1.1);
}

// Each lane of a word by itself, through 64-bit integers.
template <class Lane, class Model>
std::uint32_t by_lane(std::uint32_t a, std::uint32_t b, Model model) {
    std::uint32_t result = 0;
    for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(Lane)) {
        const std::int64_t x = static_cast<Lane>(a >> shift), y = static_cast<Lane>(b >> shift);
        result |= static_cast<std::uint32_t>(static_cast<std::make_unsigned_t<Lane>>(model(x, y))) << shift;
    }
    return result;
}

TEST(packed, lanes_are_added_and_compared_one_by_one) {
    const std::vector<std::uint64_t> words = samples();
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const auto a = static_cast<std::uint32_t>(words[i]), b = static_cast<std::uint32_t>(words[i + 1]);
        const auto sum = [](auto x, auto y) { return x + y; };
        EXPECT_EQ(__vadd2(a, b), by_lane<std::uint16_t>(a, b, sum));
        EXPECT_EQ(__vadd4(a, b), by_lane<std::uint8_t>(a, b, sum));
        const auto less = [](auto x, auto y) { return std::int64_t{x - y}; };
        EXPECT_EQ(__vsubss2(a, b), by_lane<std::int16_t>(a, b, [&](auto x, auto y) {
                      return std::clamp<std::int64_t>(less(x, y), -32768, 32767);
                  }));
        EXPECT_EQ(__vsubus4(a, b),
                  by_lane<std::uint8_t>(a, b, [&](auto x, auto y) { return std::max<std::int64_t>(less(x, y), 0); }));
        EXPECT_EQ(__vabsdiffs4(a, b), by_lane<std::int8_t>(a, b, [&](auto x, auto y) { return std::abs(x - y); }));
        EXPECT_EQ(__vcmpltu2(a, b), by_lane<std::uint16_t>(a, b, [&](auto x, auto y) { return x < y ? -1 : 0; }));
        EXPECT_EQ(__vsetles4(a, b), by_lane<std::int8_t>(a, b, [&](auto x, auto y) { return x <= y; }));
        // Away from zero, where halves are in doubt.
        EXPECT_EQ(__vavgs2(a, b), by_lane<std::int16_t>(a, b, [&](auto x, auto y) {
                      const auto both = x + y;
                      return both / 2 + both % 2;
                  }));
        EXPECT_EQ(__viaddmax_s16x2_relu(a, b, 5), by_lane<std::int16_t>(a, b, [&, n = 0](auto x, auto y) mutable {
                      return std::max<std::int64_t>({static_cast<std::int16_t>(x + y), n++ == 0 ? 5 : 0, 0});
                  }));
    }
}

TEST(bits, are_found_by_their_number) {
    EXPECT_EQ(__fns(0b1011000, 0, 1), 3u);
    EXPECT_EQ(__fns(0b1011000, 4, 2), 6u);
    EXPECT_EQ(__fns(0b1011000, 5, -2), 3u);
    EXPECT_EQ(__fns(0b1011000, 4, 0), 4u);
    EXPECT_EQ(__fns(0b1011000, 5, 0), ~0u);
    EXPECT_EQ(__fns(0b1011000, 0, 4), ~0u);
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
