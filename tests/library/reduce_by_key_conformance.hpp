// The suite of every backend's reduction by key (conformance.hpp). The right runs are those of a loop, and the right
// result of a run is strider::reduce's, or a fold's.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <strider/reduce_by_key.hpp>
#include <strider/views.hpp>

#include "tests/library/canonical_model.hpp"
#include "tests/library/conformance.hpp"
#include "tests/library/runs.hpp"

namespace strider::test {

/// Six bytes: no power of two of such elements makes 16 or 32.
struct three_halves {
    std::uint16_t half[3];
    bool operator==(const three_halves&) const = default;
};
template <>
inline three_halves from_bits(std::uint64_t bits) {
    return {{static_cast<std::uint16_t>(bits), static_cast<std::uint16_t>(bits >> 16),
             static_cast<std::uint16_t>(bits >> 32)}};
}
/// Tells the tree, and is taken in the order of operators that commute.
struct tell_tree_of_halves {
    STRIDER_HOST_DEVICE constexpr three_halves operator()(const three_halves& a, const three_halves& b) const {
        three_halves result{};
        for (unsigned i = 0; i < 3; ++i) {
            result.half[i] = static_cast<std::uint16_t>(a.half[i] * 0x79b1u + (b.half[i] ^ 0xca6bu) * 0xae35u);
        }
        return result;
    }
};

}  // namespace strider::test

template <>
inline constexpr bool strider::is_commutative<strider::test::tell_tree_of_halves, strider::test::three_halves> = true;

namespace strider::test {

template <class Backend>
class ReduceByKeyConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::uint64_t most() { return std::min<std::uint64_t>(Backend::largest, 140'001); }
    static std::uint64_t few() { return std::min<std::uint64_t>(most(), 20'000); }  // of slow oracles

    /// Both calls give the runs and `right(values of a run)`, and leave what stands behind them.
    template <class K, class T, class Operator, class Right, class Equal = equal_to>
    static void expect_reduced(const std::vector<K>& keys, const std::vector<T>& values, Operator op, Right right,
                               const std::string& what, Equal equal = {}) {
        const auto bounds = bounds_of_runs(keys, equal);
        const std::size_t runs = bounds.size() - 1, room = keys.size() + 2, shift = keys.size() / 2 % 2;
        std::vector<K> right_keys(room, keys.front());
        std::vector<T> right_results(room, values.front());
        for (std::size_t k = 0; k < runs; ++k) {
            right_keys[k] = keys[bounds[k]];
            right_results[k] = right(std::span(values).subspan(bounds[k], bounds[k + 1] - bounds[k]));
        }
        const buffer<K> from_keys(keys, shift);
        const buffer<T> from_values(values, 1 - shift);
        for (const bool into : {false, true}) {
            const buffer<K> unique(std::vector<K>(room, keys.front()), shift);
            const buffer<T> results(std::vector<T>(room, values.front()), shift);
            const buffer<std::uint64_t> count(std::vector<std::uint64_t>{~std::uint64_t{0}});
            const std::span<K> to_keys(unique.address(), room);
            const std::span<T> to(results.address(), room);
            std::uint64_t found = 0;
            if (into) {
                reduce_by_key_into(here(), from_keys.range(), from_values.range(), to_keys, to, count.address(), op,
                                   equal);
                found = count.value();
            } else {
                found = reduce_by_key(here(), from_keys.range(), from_values.range(), to_keys, to, op, equal);
            }
            ASSERT_EQ(found, runs) << what;
            expect_same(unique.values(), right_keys, what + ", keys");
            expect_same(results.values(), right_results, what + ", results");
        }
    }

    /// Runs of each mean length, of every size.
    template <class K, class T, class Operator, class Right>
    static void expect_runs(const std::vector<T>& all, Operator op, Right right) {
        unsigned turn = 0;  // each size takes the next mean
        for (const std::uint64_t size : sizes_up_to(all.size(), run_sizes, 8)) {
            constexpr std::uint64_t means[] = {2, 1, 8, 1000, 64, 20'000};
            const std::uint64_t mean = means[turn++ % 6];
            const std::vector<K> keys = elements_in_runs<K>(size, mean, size);
            const std::vector<T> values(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            expect_reduced(keys, values, op, right, std::to_string(size) + " elements, mean " + std::to_string(mean));
        }
    }

    /// The result of strider::reduce for each run.
    template <class K, class T, class Operator>
    static void expect_reductions(const std::vector<T>& values, Operator op) {
        expect_runs<K>(values, op, [&](std::span<const T> some) { return reduce(serial{}, some, op); });
    }
    /// The result of a fold from left to right.
    template <class K, class T, class Operator>
    static void expect_folds(const std::vector<T>& values, Operator op) {
        expect_runs<K>(values, op, [&](std::span<const T> some) {
            T sum = some[0];
            for (const T& value : some.subspan(1)) sum = op(sum, value);
            return sum;
        });
    }
    /// The result of the tree of each run's own reduction, by a model that shares no code with any backend.
    template <unsigned Words, class K = std::uint32_t, class Operator>
    static void expect_trees(bool commutes, std::uint64_t count, Operator op) {
        using T = words<Words>;
        expect_runs<K>(random_words<Words>(count), op, [&](std::span<const T> some) {
            return model_reduce(std::vector<T>(some.begin(), some.end()), commutes, op);
        });
    }
};
TYPED_TEST_SUITE_P(ReduceByKeyConformance);

TYPED_TEST_P(ReduceByKeyConformance, NumbersHaveTheBitsOfTheReduction) {
    this->template expect_reductions<std::uint32_t>(random_elements<float>(this->few(), 1), plus{});
    if constexpr (every_type) {
        this->template expect_folds<std::uint8_t>(random_elements<std::uint32_t>(this->most(), 2), plus{});
        this->template expect_reductions<double>(random_elements<double>(this->few(), 3), maximum{});
    }
    this->template expect_reductions<bounded_text>(random_elements<std::int8_t>(this->few(), 4), minimum{});
}

TYPED_TEST_P(ReduceByKeyConformance, EveryRunHasTheTreeOfItsReduction) {
    this->template expect_trees<1, std::uint8_t>(false, this->few(), tell_tree{});
    if constexpr (every_type) this->template expect_trees<1>(false, this->few(), tell_tree{});
    if constexpr (every_type) this->template expect_trees<4>(true, this->few(), tell_tree_of_rows{});
    this->template expect_runs<std::uint32_t>(
        random_elements<three_halves>(this->few(), 10), tell_tree_of_halves{}, [](std::span<const three_halves> some) {
            return model_reduce(std::vector<three_halves>(some.begin(), some.end()), true, tell_tree_of_halves{});
        });
}

TYPED_TEST_P(ReduceByKeyConformance, OperatorsNeedNotCommuteNorHaveAnIdentity) {
    this->template expect_folds<std::uint32_t>(random_elements<affine>(this->few(), 5), compose{});
    if constexpr (every_type) {
        this->template expect_folds<std::uint64_t>(random_elements<affine>(this->few(), 5), compose{});
        this->template expect_folds<triangle>(random_elements<bounded_text>(this->few(), 6), concatenate{});
    }
}

TYPED_TEST_P(ReduceByKeyConformance, OneRunAndAllDifferent) {
    const std::vector<float> values = random_elements<float>(this->few(), 7);
    std::vector<std::uint32_t> same(values.size(), 7), distinct(values.size());
    for (std::size_t i = 0; i < distinct.size(); ++i) distinct[i] = static_cast<std::uint32_t>(i);
    const auto right = [](std::span<const float> some) { return reduce(serial{}, some); };
    this->expect_reduced(same, values, plus{}, right, "one run");
    this->expect_reduced(distinct, values, plus{}, right, "all different");
    this->expect_reduced(std::vector<std::uint32_t>{3}, std::vector<float>{2}, plus{}, right, "one element");
}

TYPED_TEST_P(ReduceByKeyConformance, LongRunsOfShortAndLongInputs) {
    for (const std::uint64_t count : {(1u << 21) - 1, 1u << 21}) {  // the most of one launch on a GPU, and one more
        const std::vector<float> values = random_elements<float>(count, 11);
        std::vector<std::conditional_t<every_type, std::uint8_t, std::uint32_t>> keys(count);
        for (std::uint64_t i = 0; i < count; ++i) keys[i] = i > 70 && i % 300'000 > 8192 + 70;
        this->expect_reduced(
            keys, values, plus{}, [](std::span<const float> some) { return reduce(serial{}, some); },
            std::to_string(count));
    }
}

/// Keys that agree but for their last bit.
struct same_pair {
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint32_t a, std::uint32_t b) const { return a / 2 == b / 2; }
};

TYPED_TEST_P(ReduceByKeyConformance, AnyEqualityOfKeysAndSpecialValues) {
    const std::vector<float> values = random_elements<float>(5000, 8);
    if constexpr (every_type) {  // calls take another equality too
        this->expect_reduced(
            elements_in_runs<std::uint32_t>(5000, 3, 9), values, plus{},
            [](std::span<const float> some) { return reduce(serial{}, some); }, "pairs", same_pair{});
    }
    using limits = std::numeric_limits<float>;
    const float nan = limits::quiet_NaN(), infinity = limits::infinity();
    this->expect_reduced(
        std::vector<float>{nan, nan, -0.0f, 0.0f, 1, 1}, std::vector<float>{1, 2, -0.0f, -0.0f, infinity, -infinity},
        plus{}, [](std::span<const float> some) { return reduce(serial{}, some); }, "special");
}

struct third {
    STRIDER_HOST_DEVICE constexpr float operator()(float x) const { return x * 0.3f; }
};

TYPED_TEST_P(ReduceByKeyConformance, ValuesMayBeAView) {
    const std::uint64_t count = this->few();
    const std::vector<std::uint32_t> keys = elements_in_runs<std::uint32_t>(count, 40, 9), zeros(count);
    const std::vector<float> values = random_elements<float>(count, 10);
    const auto bounds = bounds_of_runs(keys, equal_to{});
    const typename TypeParam::template buffer<std::uint32_t> from(keys), unique(zeros), lengths(zeros);
    const typename TypeParam::template buffer<float> of(values), sums(std::vector<float>(count, 0));
    const std::span<std::uint32_t> to(unique.address(), count);
    const std::uint64_t runs = reduce_by_key(this->here(), from.range(), views::transform(of.range(), third{}), to,
                                             std::span<float>(sums.address(), count));
    if constexpr (every_type) {
        reduce_by_key(this->here(), from.range(), views::repeat(1u, count), to,
                      std::span<std::uint32_t>(lengths.address(), count));
    }
    ASSERT_EQ(runs, bounds.size() - 1);
    std::vector<std::uint32_t> right_lengths = zeros;
    std::vector<float> thirds, right(count);
    for (const float value : values) thirds.push_back(third{}(value));
    for (std::size_t k = 0; k < runs; ++k) {
        right_lengths[k] = static_cast<std::uint32_t>(bounds[k + 1] - bounds[k]);
        right[k] = reduce(serial{}, std::span(thirds).subspan(bounds[k], right_lengths[k]));
    }
    if constexpr (every_type) expect_same(lengths.values(), right_lengths, "lengths");
    expect_same(sums.values(), right, "thirds");
}

TYPED_TEST_P(ReduceByKeyConformance, TakesEmptyRangesAndKeysAsValues) {
    const typename TypeParam::template buffer<float> numbers(std::vector<float>(300, 1));
    const typename TypeParam::template buffer<std::uint64_t> count(std::vector<std::uint64_t>{5});
    const std::span<float> all(numbers.address(), 300);
    const auto keys = all.first(100), none = all.first(0), unique = all.subspan(100, 100), results = all.subspan(200);
    const auto here = this->here();
    reduce_by_key_into(here, none, none, unique, results, count.address());
    EXPECT_EQ(count.value(), 0u);
    EXPECT_EQ(reduce_by_key(here, none, none, unique, results), 0u);
    EXPECT_EQ(numbers.values(), std::vector<float>(300, 1));
    EXPECT_EQ(reduce_by_key(here, keys, keys, unique, results), 1u);
    EXPECT_EQ(numbers.values()[200], 100);
}

REGISTER_TYPED_TEST_SUITE_P(ReduceByKeyConformance, NumbersHaveTheBitsOfTheReduction, EveryRunHasTheTreeOfItsReduction,
                            OperatorsNeedNotCommuteNorHaveAnIdentity, OneRunAndAllDifferent,
                            LongRunsOfShortAndLongInputs, AnyEqualityOfKeysAndSpecialValues, ValuesMayBeAView,
                            TakesEmptyRangesAndKeysAsValues);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
