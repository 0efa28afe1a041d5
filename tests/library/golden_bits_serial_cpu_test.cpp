// The bits of calls on the host's two policies are those of golden_bits.txt, on every machine and whatever flags the
// compiler has. This file is compiled twice: as all tests are, and where the compiler may contract a * b + c, which
// must not change a bit. So the calls are those that add what callers' functions and views have multiplied.
//
// A change of a canonical order changes results. Then write the file anew:
//   STRIDER_WRITE_GOLDEN_BITS=1 build/test/bin/strider_library_test --gtest_filter='GoldenBits.*'
#include <cstdlib>
#include <fstream>
#include <map>

#include <strider/convolve.hpp>
#include <strider/summary.hpp>

#include "tests/library/host_backends.hpp"
#include "tests/library/reduce_conformance.hpp"
#include "tests/library/views_conformance.hpp"

namespace strider::test {

// Of these two suites, the functions of their callers alone.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ReduceConformance);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ViewsConformance);

namespace {

/// A hash of the bits of each call's result (FNV-1a), by the call and its number of elements.
class golden_bits {
public:
    explicit golden_bits(std::uint64_t size) : size_(std::to_string(size)) {}

    template <class T>
    void add(const std::string& call, const std::vector<T>& results) {
        std::uint64_t hash = 0xcbf29ce484222325;
        for (const std::byte byte : std::as_bytes(std::span(results))) {
            hash = (hash ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3;
        }
        bits[size_ + ' ' + call] = hash;
    }
    template <class T>
    void add(const std::string& call, const T& result) {
        add(call, std::vector<T>{result});
    }

    std::map<std::string, std::uint64_t> bits;

private:
    std::string size_;
};

template <class T>
std::vector<T> copy_of(const std::vector<T>& elements, std::uint64_t count) {
    return {elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(count)};
}

template <class Policy, class T>
void add_products(const Policy& here, const std::string& type, golden_bits& to, std::uint64_t size) {
    const std::vector<T> a = random_elements<T>(size, 2), b = random_elements<T>(size, 4);
    const auto products = views::zip_transform(multiplies{}, a, b);
    std::vector<T> results(size);
    to.add("reduce " + type, reduce(here, a));
    to.add("reduce by multiplies " + type, reduce(here, factors<T>(size), multiplies{}));
    to.add("dot " + type, dot(here, a, b));
    to.add("reduce a product " + type, reduce(here, products));
    to.add("mean of products " + type, mean(here, products));
    to.add("dot of products " + type, dot(here, products, products));
    inclusive_scan(here, products, results);
    to.add("inclusive_scan of products " + type, results);
    exclusive_scan(here, products, results, plus{}, T(1));
    to.add("exclusive_scan of products " + type, results);
    transform(here, products, results, itself{});
    to.add("transform of products " + type, results);
}

template <class Policy>
std::map<std::string, std::uint64_t> bits_of(const Policy& here, std::uint64_t size) {
    golden_bits to(size);
    add_products<Policy, float>(here, "f32", to, size);
    add_products<Policy, double>(here, "f64", to, size);

    const std::vector<float> x = random_elements<float>(size, 8);
    const std::vector<std::uint32_t> integers = random_elements<std::uint32_t>(size, 10);
    to.add("reduce to f64", reduce(here, x, plus{}, 0.0));
    to.add("mean f32", mean(here, x));
    to.add("mean u32", mean(here, integers));
    to.add("summarize f32", summarize(here, x).sum);
    to.add("transform_reduce", transform_reduce(here, x, square{}, plus{}, 1.0f));
    to.add("transform_reduce in order", transform_reduce(here, x, square{}, addition{}, 1.0f));
    to.add("transform_reduce of pairs", transform_reduce(here, x, powers{}, addition_of_both{}, square_and_cube{}));

    std::vector<float> results(size);
    const auto squares = views::transform(x, times_itself{});
    const auto differences = views::transform(squares, less_half{});
    to.add("reduce a view in order", reduce(here, squares, addition_in_order{}, 1.0f));
    to.add("reduce two views", reduce(here, differences));
    to.add("argmax of two views", argmax(here, differences).index);
    to.add("dot of two views", dot(here, differences, squares));
    to.add("reduce with an index", reduce(here, views::transform(x, with_index{add_index{}})));
    const auto numbers = views::iota(std::uint32_t{3}, static_cast<std::uint32_t>(size + 3));
    to.add("reduce pairs", reduce(here, views::transform(views::zip(x, numbers), product_of_pair{})));
    inclusive_scan(here, squares, results, addition_in_order{});
    to.add("inclusive_scan in order", results);
    inclusive_scan(here, differences, results);
    to.add("inclusive_scan of two views", results);
    transform(here, differences, results, itself{});
    to.add("transform of two views", results);

    std::vector<std::uint32_t> backwards(size);
    for (std::uint64_t i = 0; i < size; ++i) backwards[i] = static_cast<std::uint32_t>(size - 1 - i);
    gather(here, differences, backwards, results);
    to.add("gather", results);
    to.add("compact", copy_of(results, compact(here, differences, results, is_small{})));
    partition(here, differences, results, is_small{});
    to.add("partition", results);

    const even_bins<float> bins{70'000, 0.0f, 10.0f};
    std::vector<std::uint32_t> counts(bins.count);
    histogram(here, squares, bins, counts);
    to.add("histogram", counts);
    std::vector<float> sums(bins.count);
    weighted_histogram(here, squares, x, bins, sums);
    to.add("weighted_histogram", sums);

    std::vector<std::uint32_t> offsets{0};  // short segments, then ever longer ones
    for (std::uint64_t k = 1; offsets.back() < size; ++k) {
        const std::uint64_t next = offsets.back() + (k < 100 ? k % 4 : k * k / 20);
        offsets.push_back(static_cast<std::uint32_t>(std::min(next, size)));
    }
    std::vector<float> of_segments(offsets.size() - 1);
    segmented_reduce(here, squares, offsets, of_segments);
    to.add("segmented_reduce", of_segments);
    segmented_reduce(here, squares, offsets, of_segments, addition_in_order{}, 2);
    to.add("segmented_reduce in order", of_segments);

    const std::vector<float> mask{0.1f, 0.25f, 0.3f, 0.25f, 0.1f};
    convolve(here, x, mask, results);
    to.add("convolve", results);
    return to.bits;
}

constexpr std::uint64_t sizes[] = {33, 4097, 100'003, (1 << 20) + 1};

/// The lines of the file: elements, call and bits.
std::map<std::string, std::uint64_t> read_golden_bits() {
    std::map<std::string, std::uint64_t> found;
    std::ifstream file(STRIDER_GOLDEN_BITS);
    for (std::string line; std::getline(file, line);) {
        const std::size_t last = line.rfind(' ');
        if (!line.starts_with('#')) found[line.substr(0, last)] = std::stoull(line.substr(last + 1), nullptr, 16);
    }
    return found;
}

template <class Policy>
void expect_golden_bits(const Policy& here) {
    std::map<std::string, std::uint64_t> found;
    for (const std::uint64_t size : sizes) found.merge(bits_of(here, size));
    const std::map<std::string, std::uint64_t> right = read_golden_bits();
    EXPECT_EQ(found.size(), right.size()) << "calls in " STRIDER_GOLDEN_BITS;
    for (const auto& [call, bits] : found) {
        EXPECT_TRUE(right.contains(call) && right.at(call) == bits) << call << ": other bits, or not in the file";
    }
}

TEST(GoldenBits, OfSerial) {
#if !defined(__FMA__)
    if (std::getenv("STRIDER_WRITE_GOLDEN_BITS")) {
        std::ofstream file(STRIDER_GOLDEN_BITS);
        file << "# Elements, call and a hash of the bits of its result: written by golden_bits_serial_cpu_test.cpp\n";
        for (const std::uint64_t size : sizes) {
            for (const auto& [call, bits] : bits_of(serial{}, size)) file << call << ' ' << std::hex << bits << '\n';
        }
    }
#endif
    expect_golden_bits(serial{});
}

#if defined(__FMA__)  // elsewhere, the conformance suites compare it with serial
TEST(GoldenBits, OfCpu) { expect_golden_bits(cpu{}); }
#endif

}  // namespace
}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
