// The suite of every backend's segmented scan (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <strider/segmented_scan.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Offsets that cut `count` elements: at random with empty segments, in equal parts, in few long ones, at every
/// element, not at all, and leaving something before the first and after the last.
template <class Offset>
std::vector<std::pair<std::string, std::vector<Offset>>> cuts(std::uint64_t count) {
    std::mt19937_64 random(count);
    const auto any = [&](std::uint64_t most) {
        std::vector<Offset> offsets{0};
        while (static_cast<std::uint64_t>(offsets.back()) < count) {
            const std::uint64_t length = random() % 4 == 0 ? 0 : random() % most;
            offsets.push_back(
                static_cast<Offset>(std::min(count, static_cast<std::uint64_t>(offsets.back()) + length)));
        }
        return offsets;
    };
    const auto equal = [&](std::uint64_t length) {
        std::vector<Offset> offsets;
        for (std::uint64_t at = 0; at < count; at += length) offsets.push_back(static_cast<Offset>(at));
        offsets.push_back(static_cast<Offset>(count));
        return offsets;
    };
    std::vector<Offset> crowd(70, static_cast<Offset>(count / 2));
    crowd.push_back(static_cast<Offset>(count / 2 + count % 2));
    return {{"random, short", any(40)},
            {"random, long", any(20'000)},
            {"single elements", equal(1)},
            {"32 elements", equal(32)},
            {"uneven", equal(1000)},
            {"one segment", {0, static_cast<Offset>(count)}},
            {"no offset", {}},
            {"ends left over", {static_cast<Offset>(count / 3), static_cast<Offset>(count - count / 4)}},
            {"many at one place", crowd}};
}

template <class Backend>
class SegmentedScanConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    static std::vector<std::uint64_t> sizes(std::uint64_t most) {
        return sizes_up_to(most, {1, 2, 31, 32, 33, 64, 257, 1000, 2047, 2048, 2049, 8191, 20'480, 20'481, 70'000,
                                  300'001, 1'100'000});
    }

    /// The three scans: inclusive, inclusive from a value, exclusive. `right` gives the results of each.
    template <class Offset, class T, class Operator, class Right>
    static void expect_scans(const std::vector<T>& elements, Operator op, Right right) {
        const T init = elements.back();
        unsigned turn = 0;
        for (const std::uint64_t size : sizes(elements.size())) {
            ++turn;  // so that a cut meets another kind at another size
            const std::vector<T> some(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(size));
            for (const auto& [name, offsets] : cuts<Offset>(size)) {
                const std::size_t shift = ++turn % 2;
                const bool in_place = turn % 5 < 2;
                const unsigned kind = turn % 3;
                const buffer<T> input(some, shift), apart(std::vector<T>(size, init), shift);
                const buffer<Offset> where(offsets);
                const std::span<T> to(in_place ? input.address() : apart.address(), size);
                if (kind == 0) segmented_inclusive_scan(here(), input.range(), where.range(), to, op);
                if (kind == 1) segmented_inclusive_scan(here(), input.range(), where.range(), to, op, init);
                if (kind == 2) segmented_exclusive_scan(here(), input.range(), where.range(), to, op, init);
                expect_same(in_place ? input.values() : apart.values(), right(some, offsets, kind, init),
                            name + ", kind " + std::to_string(kind), nan_bits::any);
            }
        }
    }

    /// Folds from left to right.
    template <class Offset, class T, class Operator>
    static void expect_folds(const std::vector<T>& elements, Operator op) {
        expect_scans<Offset>(elements, op, [op](const auto& some, const auto& offsets, unsigned kind, const T& init) {
            std::vector<bool> head(some.size() + 1);
            for (const Offset at : offsets) head[static_cast<std::size_t>(at)] = true;
            std::vector<T> results;
            std::optional<T> sum;
            for (std::size_t i = 0; i < some.size(); ++i) {
                if (i == 0 || head[i]) sum = kind == 0 ? std::nullopt : std::optional<T>(init);
                const T next = sum ? op(*sum, some[i]) : some[i];
                results.push_back(kind == 2 ? *sum : next);
                sum = next;
            }
            return results;
        });
    }

    /// The bits of the oracle.
    template <class Offset, class T, class Operator>
    static void expect_serial_bits(const std::vector<T>& elements, Operator op) {
        expect_scans<Offset>(elements, op, [op](const auto& some, const auto& offsets, unsigned kind, const T& init) {
            std::vector<T> results(some.size(), init);
            if (kind == 0) segmented_inclusive_scan(serial{}, some, offsets, results, op);
            if (kind == 1) segmented_inclusive_scan(serial{}, some, offsets, results, op, init);
            if (kind == 2) segmented_exclusive_scan(serial{}, some, offsets, results, op, init);
            return results;
        });
    }
};
TYPED_TEST_SUITE_P(SegmentedScanConformance);

TYPED_TEST_P(SegmentedScanConformance, IsTheFoldOfEverySegment) {
    const std::uint64_t most = TypeParam::largest_scan > 300'001 ? 300'001 : 70'000, few = most / 4;
    this->template expect_folds<std::uint32_t>(random_elements<std::int32_t>(most, 1), plus{});
    this->template expect_folds<std::int64_t>(random_elements<std::int8_t>(few, 2), maximum{});
    if constexpr (TypeParam::every_pair) {
        this->template expect_folds<std::uint32_t>(random_elements<std::uint8_t>(few, 7), plus{});
    }
    if constexpr (every_type_at<TypeParam>) {
        this->template expect_folds<std::uint32_t>(random_elements<std::uint32_t>(most, 1), plus{});
        this->template expect_folds<std::int32_t>(random_elements<affine>(few, 3), compose{});
        this->template expect_folds<std::uint32_t>(random_elements<std::int16_t>(few, 8), minimum{});
    }
    this->template expect_folds<std::uint64_t>(random_elements<bounded_text>(few, 4), concatenate{});
}

TYPED_TEST_P(SegmentedScanConformance, HasTheBitsOfTheOracle) {
    const std::uint64_t most = std::min<std::uint64_t>(TypeParam::largest_scan, 1'100'000);
    this->template expect_serial_bits<std::uint32_t>(random_elements<float>(most > 200'000 ? most : 70'000, 5), plus{});
    this->template expect_serial_bits<std::uint32_t>(random_words<1>(25'000), tell_tree{});
    if constexpr (every_type_at<TypeParam>) {
        this->template expect_serial_bits<std::uint32_t>(random_elements<double>(25'000, 6), plus{});
        this->template expect_serial_bits<std::uint32_t>(random_words<3>(9'000), tell_tree{});
    }
}

TYPED_TEST_P(SegmentedScanConformance, KeepsSpecialValuesInTheirSegments) {
    using limits = std::numeric_limits<float>;
    const float infinity = limits::infinity(), nan = limits::quiet_NaN();
    const std::vector<float> elements = {-0.0f, -0.0f, nan, 1, 2, infinity, -infinity, 4, limits::denorm_min(), 0};
    const typename TypeParam::template buffer<float> input(elements), output(elements);
    const typename TypeParam::template buffer<int> offsets(std::vector<int>{0, 2, 3, 3, 5, 7, 10});
    const std::span<float> to(output.address(), elements.size());
    segmented_inclusive_scan(this->here(), input.range(), offsets.range(), to);
    expect_same(output.values(), {-0.0f, -0.0f, nan, 1, 3, infinity, nan, 4, 4, 4}, "inclusive", nan_bits::any);
    segmented_exclusive_scan(this->here(), input.range(), offsets.range(), to);
    expect_same(output.values(), {0, 0, 0, 0, 1, 0, infinity, 0, 4, 4}, "exclusive");
    if constexpr (every_type_at<TypeParam>) {
        segmented_exclusive_scan(this->here(), input.range(), offsets.range(), to, minimum{});
        expect_same(output.values(),
                    {infinity, -0.0f, infinity, infinity, 1, infinity, infinity, infinity, 4, limits::denorm_min()},
                    "least");
    }
    segmented_inclusive_scan(this->here(), input.range().first(0), offsets.range().first(1), to.first(0));
}

REGISTER_TYPED_TEST_SUITE_P(SegmentedScanConformance, IsTheFoldOfEverySegment, HasTheBitsOfTheOracle,
                            KeepsSpecialValuesInTheirSegments);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
