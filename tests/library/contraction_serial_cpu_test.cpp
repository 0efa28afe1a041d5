// Calls on a view have the bits of the same calls on an array of its values, which are rounded. This file is compiled
// twice: as all tests are, and where the compiler may contract a * b + c, which must not change a bit.
#include <map>

#include <strider/summary.hpp>

#include "tests/library/host_backends.hpp"
#include "tests/library/reduce_conformance.hpp"
#include "tests/library/views_conformance.hpp"

namespace strider::test {

// Of these two suites, the functions of their callers alone.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReduceConformance);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ViewsConformance);

namespace {

struct own_sum {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return a + b;
    }
};

/// The bytes of each call's results on a range of floats or doubles.
template <class Policy, class Range>
class calls_on {
public:
    calls_on(const Policy& policy, const Range& range) : here(policy), values(range), results(range.size()) {
        add("reduce", reduce(here, values));
        add("reduce by a function", reduce(here, values, own_sum{}, T(1)));
        add("mean", mean(here, values));
        add("dot", dot(here, values, values));
        add("summarize", summarize(here, values).sum);
        inclusive_scan(here, values, results);
        add_results("inclusive_scan");
        inclusive_scan(here, values, results, own_sum{});
        add_results("inclusive_scan by a function");
        exclusive_scan(here, values, results, plus{}, T(1));
        add_results("exclusive_scan");
        add_segments();
        add_copies();
    }

    std::map<std::string, std::string> bytes;

private:
    using T = element_of<Range>;

    template <class U>
    void add(const std::string& call, const U& result) {
        bytes[call].assign(reinterpret_cast<const char*>(&result), sizeof result);
    }
    void add_results(const std::string& call, std::uint64_t count = ~std::uint64_t{0}) {
        bytes[call].assign(reinterpret_cast<const char*>(results.data()), std::min(count, results.size()) * sizeof(T));
    }

    /// Short segments, then ever longer ones.
    void add_segments() {
        std::vector<std::uint64_t> offsets{0};
        for (std::uint64_t k = 1; offsets.back() < values.size(); ++k) {
            offsets.push_back(std::min(offsets.back() + (k < 100 ? k % 4 : k * k / 20), values.size()));
        }
        segmented_reduce(here, values, offsets, results_of(offsets));
        add_results("segmented_reduce");
        segmented_reduce(here, values, offsets, results_of(offsets), own_sum{}, T(2));
        add_results("segmented_reduce by a function");
    }
    std::span<T> results_of(const std::vector<std::uint64_t>& offsets) {
        results.assign(std::max(values.size(), offsets.size()), T{});
        return results;
    }

    void add_copies() {
        transform(here, values, results, itself{});
        add_results("transform");
        std::vector<std::uint64_t> backwards(values.size());
        for (std::uint64_t i = 0; i < backwards.size(); ++i) backwards[i] = backwards.size() - 1 - i;
        gather(here, values, backwards, results);
        add_results("gather");
        add_results("compact", compact(here, values, results, is_small{}));
        partition(here, values, results, is_small{});
        add_results("partition");
        add("argmax", argmax(here, values).index);
        const even_bins<T> bins{70'000, T(0), T(10)};
        std::vector<std::uint32_t> counts(bins.count);
        histogram(here, values, bins, counts);
        bytes["histogram"].assign(reinterpret_cast<const char*>(counts.data()), counts.size() * 4);
    }

    const Policy& here;
    const Range& values;
    std::vector<T> results;
};

/// The values of a view, each rounded: nothing is contracted with a store.
template <class View>
[[gnu::noinline]] std::vector<element_of<View>> rounded_values(const View& view) {
    std::vector<element_of<View>> values(view.size());
    transform(serial{}, view, values, itself{});
    return values;
}

template <class Policy, class View>
void expect_calls_on_rounded_values(const Policy& here, const View& view) {
    const auto values = rounded_values(view);
    const calls_on found(here, view), right(here, values);
    for (const auto& [call, bytes] : right.bytes) EXPECT_TRUE(found.bytes.at(call) == bytes) << call;
}

template <class T, class Policy>
void expect_no_contraction(const Policy& here, std::uint64_t size) {
    SCOPED_TRACE(std::to_string(size) + " elements of " + std::to_string(sizeof(T)) + " bytes");
    const std::vector<T> a = random_elements<T>(size, 2), b = random_elements<T>(size, 4);
    const auto products = views::zip_transform(multiplies{}, a, b);
    expect_calls_on_rounded_values(here, products);
    EXPECT_TRUE(same_bits(dot(here, a, b), reduce(here, rounded_values(products))));
}

template <class Policy>
void expect_no_contraction(const Policy& here) {
    for (const std::uint64_t size : {33, 4097, 100'003}) {
        expect_no_contraction<float>(here, size);
        expect_no_contraction<double>(here, size);

        const std::vector<float> x = random_elements<float>(size, 8);
        const auto squares = views::transform(x, times_itself{});
        expect_calls_on_rounded_values(here, squares);
        expect_calls_on_rounded_values(here, views::transform(squares, less_half{}));
        expect_calls_on_rounded_values(here, views::transform(x, with_index{add_index{}}));
        const auto numbers = views::iota(std::uint32_t{3}, static_cast<std::uint32_t>(size + 3));
        expect_calls_on_rounded_values(here, views::transform(views::zip(x, numbers), product_of_pair{}));

        const std::vector<float> own_squares = rounded_values(views::transform(x, square{}));
        EXPECT_TRUE(
            same_bits(transform_reduce(here, x, square{}, plus{}, 1.0f), reduce(here, own_squares, plus{}, 1.0f)));
        EXPECT_TRUE(same_bits(transform_reduce(here, x, square{}, addition{}, 1.0f),
                              reduce(here, own_squares, addition{}, 1.0f)));
        const std::vector<square_and_cube> both = rounded_values(views::transform(x, powers{}));
        EXPECT_TRUE(same_bits(transform_reduce(here, x, powers{}, addition_of_both{}, square_and_cube{}),
                              reduce(here, both, addition_of_both{}, square_and_cube{})));
    }
}

TEST(Contraction, OfSerial) { expect_no_contraction(serial{}); }
TEST(Contraction, OfCpu) { expect_no_contraction(cpu{}); }

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
