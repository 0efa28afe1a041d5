// Functions that only the GPU can call: `[] __device__` lambdas, by themselves and with their type proclaimed.
#include <cuda/functional>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <strider/adjacent_difference.hpp>
#include <strider/compact.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/run_length_encode.hpp>
#include <strider/scan.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/views.hpp>

#include "tests/gpu/cuda_backend.hpp"

namespace strider::test {
namespace {

const std::vector<int> numbers() {
    std::vector<int> values(10'000);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<int>(i * 7 % 1'000);
    return values;
}

template <class T>
std::span<T> all(const cuda_buffer<T>& buffer) {
    return {buffer.address(), buffer.range().size()};
}

/// Lambdas must stand in a function that is no private member, as those of TEST are.
int greatest(const cuda_buffer<int>& in) {
    return reduce(gpu{}, in.range(), [] __device__(int a, int b) { return a > b ? a : b; }, 998);
}
int greatest_from_above(const cuda_buffer<int>& in) {
    return reduce(gpu{}, in.range(),
                  ::cuda::proclaim_return_type<int>([] __device__(int a, int b) { return a > b ? a : b; }), 5'000);
}
long long sum_of_squares(const cuda_buffer<int>& in) {
    return transform_reduce(gpu{}, in.range(), [] __device__(int a) { return 1LL * a * a; }, plus{}, 3LL);
}
long long sum_of_places(const cuda_buffer<int>& in) {
    return transform_reduce(gpu{}, in.range(),
                            with_index{[] __device__(int, std::uint64_t i) { return static_cast<long long>(i); }},
                            plus{}, 0LL);
}
int sum_of_a_view(const cuda_buffer<int>& in) {
    return reduce(gpu{}, views::transform(in.range(), [] __device__(int a) -> int { return a % 5; }));
}
int sum_of_a_view_proclaimed(const cuda_buffer<int>& in) {
    return reduce(
        gpu{}, views::transform(in.range(), ::cuda::proclaim_return_type<int>([] __device__(int a) { return a % 5; })));
}
std::uint64_t place_by_last_digit(const cuda_buffer<int>& in) {
    return argmax(gpu{}, in.range(), [] __device__(int a, int b) { return a % 10 < b % 10; }).index;
}
void greatest_into(const cuda_buffer<int>& in, int* result) {
    reduce_into(gpu{}, in.range(), result, [] __device__(int a, int b) { return a > b ? a : b; }, 998);
}
void add_one(const cuda_buffer<int>& in, std::span<double> out) {
    transform(gpu{}, in.range(), out, [] __device__(int a) { return a + 1; });
}
void add_one_proclaimed(const cuda_buffer<int>& in, std::span<double> out) {
    transform(gpu{}, in.range(), out, ::cuda::proclaim_return_type<int>([] __device__(int a) { return a + 1; }));
}
void add(const cuda_buffer<int>& in, std::span<double> out) {
    transform(gpu{}, in.range(), in.range(), out, [] __device__(int a, int b) { return a + b; });
}
void maxima(const cuda_buffer<int>& in, std::span<int> out) {
    inclusive_scan(gpu{}, in.range(), out, [] __device__(int a, int b) { return a > b ? a : b; });
}
void row_maxima(const cuda_buffer<int>& in, std::span<int> out) {
    segmented_reduce(gpu{}, in.range(), 100, out, [] __device__(int a, int b) { return a > b ? a : b; }, 0);
}
std::uint64_t keep_even(const cuda_buffer<int>& in, std::span<int> out) {
    return compact(gpu{}, in.range(), out, [] __device__(int a) { return a % 2 == 0; });
}

std::uint64_t even_first(const cuda_buffer<int>& in, std::span<int> out) {
    return partition(gpu{}, in.range(), out, [] __device__(int a) { return a % 2 == 0; });
}
void segment_maxima(const cuda_buffer<int>& in, const cuda_buffer<int>& offsets, std::span<int> out) {
    segmented_inclusive_scan(gpu{}, in.range(), offsets.range(), out,
                             [] __device__(int a, int b) { return a > b ? a : b; });
}

void steps(const cuda_buffer<int>& in, std::span<double> out) {
    adjacent_difference(gpu{}, in.range(), out, [] __device__(int a, int b) { return a - b; });
}
std::uint64_t hundreds(const cuda_buffer<int>& in, std::span<int> first, std::span<int> lengths) {
    return run_length_encode(gpu{}, in.range(), first, lengths,
                             [] __device__(int a, int b) { return a / 100 == b / 100; });
}
std::uint64_t greatest_of_hundreds(const cuda_buffer<int>& in, std::span<int> first, std::span<int> greatest) {
    return reduce_by_key(
        gpu{}, in.range(), in.range(), first, greatest, [] __device__(int a, int b) { return a > b ? a : b; },
        [] __device__(int a, int b) { return a / 100 == b / 100; });
}

TEST(DeviceLambda, Reduces) {
    const cuda_buffer<int> in(numbers());
    EXPECT_EQ(greatest(in), 999);
    EXPECT_EQ(greatest_from_above(in), 5'000);
    long long squares = 3;
    for (const long long x : numbers()) squares += x * x;
    EXPECT_EQ(sum_of_squares(in), squares);
    EXPECT_EQ(sum_of_places(in), 10'000LL * 9'999 / 2);
    const std::vector<int> values = numbers();
    int of_view = 0;
    for (const int x : values) of_view += x % 5;
    EXPECT_EQ(sum_of_a_view(in), of_view);
    EXPECT_EQ(sum_of_a_view_proclaimed(in), of_view);
    const auto nine = std::ranges::find_if(values, [](int x) { return x % 10 == 9; }) - values.begin();
    EXPECT_EQ(place_by_last_digit(in), static_cast<std::uint64_t>(nine));
    const cuda_buffer<int> result(std::vector<int>{0});
    greatest_into(in, result.address());
    EXPECT_EQ(result.value(), 999);
}

TEST(DeviceLambda, Transforms) {
    const std::vector<int> values = numbers();
    const cuda_buffer<int> in(values);
    const cuda_buffer<double> out(std::vector<double>(values.size()));
    std::vector<double> one_more, twice;
    for (const int x : values) one_more.push_back(x + 1), twice.push_back(2 * x);
    add_one(in, all(out));
    EXPECT_EQ(out.values(), one_more);
    add(in, all(out));
    EXPECT_EQ(out.values(), twice);
    add_one_proclaimed(in, all(out));
    EXPECT_EQ(out.values(), one_more);
}

TEST(DeviceLambda, ScansSegmentsAndSelects) {
    const std::vector<int> values = numbers();
    const cuda_buffer<int> in(values), out(std::vector<int>(values.size())), rows(std::vector<int>(100));
    std::vector<int> running, of_rows(100), even;
    for (std::size_t i = 0; i < values.size(); ++i) {
        running.push_back(std::max(i == 0 ? 0 : running.back(), values[i]));
        of_rows[i / 100] = std::max(of_rows[i / 100], values[i]);
        if (values[i] % 2 == 0) even.push_back(values[i]);
    }
    maxima(in, all(out));
    EXPECT_EQ(out.values(), running);
    row_maxima(in, all(rows));
    EXPECT_EQ(rows.values(), of_rows);
    EXPECT_EQ(keep_even(in, all(out)), even.size());
    std::vector<int> kept = out.values();
    kept.resize(even.size());
    EXPECT_EQ(kept, even);

    for (const int x : values) {
        if (x % 2 != 0) even.push_back(x);
    }
    EXPECT_EQ(even_first(in, all(out)), kept.size());
    EXPECT_EQ(out.values(), even);
    const cuda_buffer<int> offsets(std::vector<int>{0, 5'000, 10'000});
    for (std::size_t i = 5'000; i < values.size(); ++i) {
        running[i] = std::max(i == 5'000 ? 0 : running[i - 1], values[i]);
    }
    segment_maxima(in, offsets, all(out));
    EXPECT_EQ(out.values(), running);
}

struct same_hundred {
    STRIDER_HOST_DEVICE bool operator()(int a, int b) const { return a / 100 == b / 100; }
};

TEST(DeviceLambda, TakesDifferencesAndRuns) {
    const std::vector<int> values = numbers(), zeros(values.size());
    const cuda_buffer<int> in(values), first(zeros), results(zeros);
    const cuda_buffer<double> out(std::vector<double>(values.size()));
    std::vector<double> differences(values.size());
    adjacent_difference(serial{}, values, differences);
    steps(in, all(out));
    EXPECT_EQ(out.values(), differences);

    std::vector<int> right_first = zeros, right = zeros;
    const std::uint64_t runs = run_length_encode(serial{}, values, right_first, right, same_hundred{});
    EXPECT_EQ(hundreds(in, all(first), all(results)), runs);
    EXPECT_EQ(first.values(), right_first);
    EXPECT_EQ(results.values(), right);
    right = zeros;
    reduce_by_key(serial{}, values, values, right_first, right, maximum{}, same_hundred{});
    cudaMemset(results.address(), 0, values.size() * sizeof(int));
    EXPECT_EQ(greatest_of_hundreds(in, all(first), all(results)), runs);
    EXPECT_EQ(first.values(), right_first);
    EXPECT_EQ(results.values(), right);
}

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
