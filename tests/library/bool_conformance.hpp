// Every backend's calls on bool, by operators of the library and of the caller's (conformance.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <strider/reduce_by_key.hpp>
#include <strider/scan.hpp>
#include <strider/scatter.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Whether an odd number is true: associative, of no known identity.
struct exclusive_or {
    STRIDER_HOST_DEVICE constexpr bool operator()(bool a, bool b) const { return a != b; }
};

template <class Backend>
class BoolConformance : public testing::Test {
protected:
    using bytes = std::vector<unsigned char>;  // of a std::vector<bool>, there is no address
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static std::span<bool> bools(const buffer<unsigned char>& of) {
        return {reinterpret_cast<bool*>(of.address()), of.range().size()};
    }
    static auto here() { return Backend::policy(); }

    /// One of `apart` is true.
    static bytes sparse(std::uint64_t count, unsigned apart) {
        bytes made(count);
        for (std::uint64_t i = 0; i < count; ++i) made[i] = i * 2654435761u % apart == apart / 2;
        return made;
    }
    static bytes right_scan(const bytes& of, const std::vector<std::uint32_t>& offsets, bool start, bool exclusive,
                            auto op) {
        bytes right(of.size());
        std::size_t next = 0;
        bool total = start;
        for (std::size_t i = 0; i < of.size(); ++i) {
            while (next < offsets.size() && offsets[next] == i) ++next, total = start;
            const bool before = total;
            total = op(total, of[i] != 0);
            right[i] = exclusive ? before : total;
        }
        return right;
    }

    /// Scans, and scans and reductions of segments, by an operator that leaves what it combines with `neutral`.
    template <class Operator>
    static void expect_scans(Operator op, bool neutral, unsigned apart) {
        for (const std::uint64_t count : sizes_up_to(Backend::largest, {1, 37, 5000, 70'000, 300'001})) {
            const bytes elements = sparse(count, apart), before(count, 2);
            std::vector<std::uint32_t> starts;
            for (std::uint64_t at = 0; at < count; at += 1 + at / 2) starts.push_back(static_cast<std::uint32_t>(at));
            starts.push_back(static_cast<std::uint32_t>(count));
            const buffer<unsigned char> input(elements), output(before);
            const buffer<std::uint32_t> offsets(starts);
            const std::span<const bool> from = bools(input);
            const std::string what = std::to_string(count) + " of bool";
            for (const bool start : {neutral, !neutral}) {
                inclusive_scan(here(), from, bools(output), op, start);
                expect_same(output.values(), right_scan(elements, {}, start, false, op), "inclusive_scan of " + what);
                exclusive_scan(here(), from, bools(output), op, start);
                expect_same(output.values(), right_scan(elements, {}, start, true, op), "exclusive_scan of " + what);
                segmented_inclusive_scan(here(), from, offsets.range(), bools(output), op, start);
                expect_same(output.values(), right_scan(elements, starts, start, false, op), "segments of " + what);
                segmented_exclusive_scan(here(), from, offsets.range(), bools(output), op, start);
                expect_same(output.values(), right_scan(elements, starts, start, true, op), "segments of " + what);
            }
            const bytes scanned = right_scan(elements, starts, neutral, false, op);
            bytes totals(starts.size() - 1);
            for (std::size_t i = 0; i < totals.size(); ++i) totals[i] = scanned[starts[i + 1] - 1];
            const buffer<unsigned char> results(bytes(totals.size(), 2));
            segmented_reduce(here(), from, offsets.range(), bools(results), op, neutral);
            expect_same(results.values(), totals, "segmented_reduce of " + what);
        }
    }

    /// Combinations by places, and by keys.
    template <class Operator>
    static void expect_places(Operator op, unsigned apart) {
        for (const std::uint64_t count : sizes_up_to(Backend::largest, {1, 5000, 70'000, 300'001})) {
            const bytes elements = sparse(count, apart);
            const unsigned places = 100;
            std::vector<std::uint32_t> at(count), keys(count);
            bytes right = sparse(places, 3), of_keys;
            const buffer<unsigned char> input(elements), output(right);
            for (std::uint64_t i = 0; i < count; ++i) {
                at[i] = static_cast<std::uint32_t>(i * 40503u % places);
                keys[i] = static_cast<std::uint32_t>(i / 77);
                right[at[i]] = op(right[at[i]] != 0, elements[i] != 0);
                if (i % 77 == 0) of_keys.push_back(elements[i]);
                if (i % 77 != 0) of_keys.back() = op(of_keys.back() != 0, elements[i] != 0);
            }
            const buffer<std::uint32_t> indices(at), sorted(keys), unique(keys);
            const std::span<const bool> from = bools(input);
            scatter_reduce(here(), from, indices.range(), bools(output), op);
            expect_same(output.values(), right, "scatter_reduce of bool");
            const buffer<unsigned char> results(elements);
            const std::uint64_t runs =
                reduce_by_key(here(), sorted.range(), from, std::span(unique.address(), count), bools(results), op);
            bytes found = results.values();
            found.resize(runs);
            expect_same(found, of_keys, "reduce_by_key of bool");
        }
    }
};

TYPED_TEST_SUITE_P(BoolConformance);

TYPED_TEST_P(BoolConformance, ScansAreThoseOfALoop) {
    this->expect_scans(logical_or{}, false, 1000);
    this->expect_scans(exclusive_or{}, false, 3);
    if constexpr (every_type_at<TypeParam>) this->expect_scans(logical_and{}, true, 2);
}

TYPED_TEST_P(BoolConformance, PlacesAndKeysAreThoseOfALoop) {
    this->expect_places(logical_or{}, 1000);
    this->expect_places(exclusive_or{}, 3);
    if constexpr (every_type_at<TypeParam>) this->expect_places(logical_and{}, 2);
}

REGISTER_TYPED_TEST_SUITE_P(BoolConformance, ScansAreThoseOfALoop, PlacesAndKeysAreThoseOfALoop);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
