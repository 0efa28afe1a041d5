// The CPU's segmented scan by functions of the caller's. In the full run the compiler makes vectors of them.
#include <atomic>
#include <type_traits>

#include "tests/library/host_backends.hpp"
#include "tests/library/segmented_scan_conformance.hpp"

namespace strider::test {

/// By functions of the caller's, of which no vector operator is known.
class SegmentedScanByFunction : public SegmentedScanConformance<cpu_backend> {
protected:
    /// Keeps the later value that is not a multiple of 3: it does not commute.
    template <class T>
    static T last_kept(T a, T b) {
        return b % 3 != 0 ? b : a;
    }

    template <class T>
    static void expect_integers(std::uint64_t count, unsigned seed) {
        const auto elements = random_elements<T>(count, seed);
        expect_folds<std::uint32_t>(elements, [](T a, T b) { return last_kept(a, b); });
        expect_folds<std::uint64_t>(elements, [](T a, T b) { return a > b ? a : b; });
        const auto small = random_elements<std::conditional_t<sizeof(T) == 1, std::uint8_t, std::int8_t>>(count, seed);
        std::vector<T> terms;
        for (const auto value : small) terms.push_back(static_cast<T>(sizeof(T) > 2 ? value : 0));
        expect_folds<int>(terms, [](T a, T b) { return static_cast<T>(a + b); });
    }

    /// Elements say which segment they belong to; is the operator ever given two that differ?
    template <class T>
    static void expect_segments_apart(std::uint64_t count) {
        for (const auto& [name, offsets] : cuts<std::uint32_t>(count)) {
            std::vector<T> elements;
            std::size_t next = 0, segment = 0;
            for (std::uint64_t i = 0; i < count; ++i) {
                for (; next < offsets.size() && offsets[next] == i; ++next) ++segment;
                elements.push_back(static_cast<T>(1 + segment % 100));
            }
            constexpr T init{0};
            std::atomic<bool> met{false};
            const auto tell = [&met](T a, T b) {
                if (a != init && a != b) met = true;
                return b;
            };
            std::vector<T> results(count);
            segmented_inclusive_scan(cpu{}, elements, offsets, results, tell);
            EXPECT_EQ(results, elements) << name;
            segmented_inclusive_scan(cpu{}, elements, offsets, results, tell, init);
            EXPECT_EQ(results, elements) << name;
            segmented_exclusive_scan(cpu{}, elements, offsets, results, tell, init);
            EXPECT_FALSE(met) << name << ", " << sizeof(T) << " bytes";
        }
    }
};

TEST_F(SegmentedScanByFunction, IsTheFoldOfEverySegment) {
    expect_integers<std::int8_t>(20'481, 1);
    expect_integers<std::int32_t>(300'001, 3);
#if STRIDER_TEST_ALL
    expect_integers<std::uint64_t>(70'000, 6);
#endif
}

TEST_F(SegmentedScanByFunction, HasTheBitsOfTheOracle) {
    [[maybe_unused]] const auto sum = [](auto a, auto b) { return a + b; };
    const auto most = [](auto a, auto b) { return a > b ? a : b; };
    // Not associative, so that it tells what was combined with what.
    const auto decay = [](auto a, auto b) { return a / 2 + b; };
    const auto floats = random_elements<float>(300'001, 7);
    const auto doubles = random_elements<double>(300'001, 8);
    expect_serial_bits<std::uint32_t>(floats, decay);
    expect_serial_bits<std::uint64_t>(doubles, most);
#if STRIDER_TEST_ALL
    expect_serial_bits<std::uint32_t>(floats, sum);
    expect_serial_bits<std::uint64_t>(doubles, decay);
#endif
}

TEST_F(SegmentedScanByFunction, NeverMeetsValuesOfTwoSegments) {
    for (const std::uint64_t count : {1'000, 70'000, 1'000'003}) {
        expect_segments_apart<std::int32_t>(count);
        expect_segments_apart<double>(count);
    }
#if STRIDER_TEST_ALL
    expect_segments_apart<std::int16_t>(70'000);
#endif
}

TEST_F(SegmentedScanByFunction, WritesPastTheCaches) {
    // Larger than caches; the results begin at any place of a line.
    constexpr std::size_t count = 4'500'001;
    const auto offsets = cuts<std::uint32_t>(count).front().second;
    const auto check = [&]<class T>(const std::vector<T>& elements) {
        std::vector<T> right(count), found(count + 32, T{7});
        const auto sum = [](T a, T b) { return a + b; };
        segmented_inclusive_scan(serial{}, elements, offsets, right, sum);
        for (const std::size_t shift : {0, 1, 7}) {
            segmented_inclusive_scan(cpu{}, elements, offsets, std::span(found).subspan(shift, count), sum);
            expect_same(std::vector<T>(found.begin() + shift, found.begin() + shift + count), right, "apart");
            EXPECT_EQ(found[shift + count], T{7});
        }
    };
    check(random_elements<float>(count, 9));
#if STRIDER_TEST_ALL
    std::vector<std::int32_t> integers;
    for (const auto value : random_elements<std::int8_t>(count, 10)) integers.push_back(value);
    check(integers);
#endif
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
