// The caller's rounding mode, and denormals that the caller flushes: core/policy.hpp says what holds of them.
#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <string>
#include <vector>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <strider/reduce_by_key.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// All sums of some elements by a policy, in segments of ever more elements.
template <class T, class Policy>
std::vector<T> all_sums(const Policy& policy, const std::vector<T>& elements) {
    std::vector<T> all, results(elements.size());
    std::vector<std::uint32_t> offsets{0}, keys(elements.size()), unique(elements.size());
    for (std::uint32_t end = 0; end <= elements.size(); end += 1 + static_cast<std::uint32_t>(offsets.size() % 40)) {
        offsets.push_back(end);
    }
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint32_t>(i / 7);
    const auto keep = [&](std::uint64_t count) {
        all.insert(all.end(), results.begin(), results.begin() + static_cast<std::ptrdiff_t>(count));
    };
    const matrix_view<const T> rows(elements.data(), elements.size() / 8, 8);
    inclusive_scan(policy, elements, results), keep(results.size());
    exclusive_scan(policy, elements, results), keep(results.size());
    segmented_inclusive_scan(policy, elements, offsets, results), keep(results.size());
    segmented_exclusive_scan(policy, elements, offsets, results), keep(results.size());
    segmented_reduce(policy, elements, offsets, results), keep(offsets.size() - 1);
    reduce_rows(policy, rows, results), keep(rows.rows);
    reduce_columns(policy, rows, results), keep(rows.columns);
    keep(reduce_by_key(policy, keys, elements, unique, results));
    scatter_reduce(policy, elements, keys, results), keep(keys.back() + 1);
    all.push_back(reduce(policy, elements));
    return all;
}

template <class T>
void expect_sums_of_serial(const std::vector<std::uint64_t>& sizes, const std::string& what) {
    for (const std::uint64_t count : sizes) {
        std::vector<T> numbers = random_elements<T>(count, 7);
        for (std::size_t i = 0; i < count; ++i) {
            if (i / 50 % 2 != 0) numbers[i] = T(0);
            if (i / 50 % 4 == 2) numbers[i] = -T(0);
        }
        for (const auto& elements : {numbers, std::vector<T>(count, T(0)), std::vector<T>(count, -T(0))}) {
            expect_same(all_sums(cpu{}, elements), all_sums(serial{}, elements), what);
        }
    }
}

TEST(RoundingModes, AllSumsRoundAsTheCallerDoes) {
    const int before = std::fegetround();
    for (const int mode : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
        std::fesetround(mode);
        const std::string what = "mode " + std::to_string(mode);
        expect_sums_of_serial<float>({8, 100, 5000}, what);
        expect_sums_of_serial<double>({8, 100, 5000}, what);
        if (mode == FE_DOWNWARD) expect_sums_of_serial<float>({270'000}, what);  // on all cores
    }
    std::fesetround(before);
}

#if defined(__SSE2__)
TEST(RoundingModes, FlushedSumsOfSegmentsOfSeveralElements) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | 0x8040);  // denormals are zeros, as results and as operands
    for (std::uint32_t length = 2; length <= 40; ++length) {
        std::vector<std::uint32_t> offsets{0};
        for (std::uint32_t i = 0; i < 1000; ++i) offsets.push_back(offsets.back() + 2 + i * 7 % length);
        const std::vector<float> elements(offsets.back(), 1e-41f);
        std::vector<float> right(1000), found(1000);
        segmented_reduce(serial{}, elements, offsets, right);
        segmented_reduce(cpu{}, elements, offsets, found);
        expect_same(found, right, "up to " + std::to_string(length + 1));
    }
    _mm_setcsr(before);
}
#endif

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
