// Views as what calls read (strider/views.hpp): each call has the bits that it has for the same elements in memory.
#pragma once

#include <ranges>
#include <span>
#include <vector>

#include <strider/compact.hpp>
#include <strider/gather.hpp>
#include <strider/histogram.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

static_assert(counting<int>{-(1 << 30) * 2}(std::uint64_t{1} << 31) == 0,
              "half of the numbers of a type from its least");

// Not lambdas, so that nvcc needs no flag for the suite.
struct times_itself {
    STRIDER_HOST_DEVICE constexpr float operator()(float x) const { return 1.1f * x * x; }
};
struct less_half {
    STRIDER_HOST_DEVICE constexpr float operator()(float x) const { return x - 0.5f; }
};
struct addition_in_order {
    STRIDER_HOST_DEVICE constexpr float operator()(float a, float b) const { return a + b; }
};
struct product_of_pair {
    STRIDER_HOST_DEVICE constexpr float operator()(const pair_of<float, std::uint32_t>& both) const {
        return both.first * static_cast<float>(both.second);
    }
};
struct add_index {
    STRIDER_HOST_DEVICE constexpr double operator()(float x, std::uint64_t i) const {
        return x + static_cast<double>(i);
    }
};
struct index_less_four {
    STRIDER_HOST_DEVICE constexpr int operator()(int, std::uint64_t i) const { return static_cast<int>(i) - 4; }
};
struct first_of_pair {
    STRIDER_HOST_DEVICE constexpr float operator()(const pair_of<float, float>& both) const { return both.first; }
};
struct itself {
    template <class T>
    STRIDER_HOST_DEVICE constexpr T operator()(const T& x) const {
        return x;
    }
};
struct from_the_end {
    std::uint32_t size;
    STRIDER_HOST_DEVICE constexpr std::uint32_t operator()(std::uint32_t i) const { return size - 1 - i; }
};
struct one_more {
    STRIDER_HOST_DEVICE constexpr std::uint32_t operator()(std::uint32_t i) const { return i + 1; }
};
struct is_small {
    STRIDER_HOST_DEVICE constexpr bool operator()(float x) const { return x < 1000; }
};
struct third_of_index {
    STRIDER_HOST_DEVICE constexpr float operator()(float, std::uint64_t i) const { return static_cast<float>(i / 3); }
};
struct charged_particle {
    float mass, charge;
    std::uint32_t kind;
};

template <class Backend>
class ViewsConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::vector<std::uint64_t> sizes() {
        return sizes_up_to(Backend::largest, {1, 2, 31, 33, 513, 2049, 4097, 8193, 9999, 65537, (1 << 20) + 1}, 2);
    }

    /// A reduction and a map of a view, and of `right`, which has the same elements.
    template <class View, class T>
    static void expect_read(const View& view, const std::vector<T>& right, const std::string& what) {
        ASSERT_EQ(view.size(), right.size()) << what;
        EXPECT_TRUE(same_bits(reduce(here(), view), reduce(serial{}, right))) << what;
        const buffer<T> output(std::vector<T>(right.size()));
        transform(here(), view, std::span<T>(output.address(), right.size()), itself{});
        expect_same(output.values(), right, what + ", transform");
        if constexpr (every_type) expect_read_by_others(view, right, what);
    }

    /// The other calls.
    template <class View, class T>
    static void expect_read_by_others(const View& view, const std::vector<T>& right, const std::string& what) {
        EXPECT_TRUE(same_bits(mean(here(), view), mean(serial{}, right))) << what;
        EXPECT_TRUE(same_bits(argmax(here(), view).index, argmax(serial{}, right).index)) << what;
        EXPECT_TRUE(same_bits(dot(here(), view, view), dot(serial{}, right, right))) << what;
        std::vector<T> scanned(right.size());
        const buffer<T> output(scanned);
        const std::span<T> to(output.address(), right.size());
        inclusive_scan(here(), view, to);
        inclusive_scan(serial{}, right, scanned);
        expect_same(output.values(), scanned, what + ", inclusive_scan");
        exclusive_scan(here(), view, to, maximum{}, T(1));
        exclusive_scan(serial{}, right, scanned, maximum{}, T(1));
        expect_same(output.values(), scanned, what + ", exclusive_scan");
    }
};
TYPED_TEST_SUITE_P(ViewsConformance);

TYPED_TEST_P(ViewsConformance, Iota) {
    for (const std::uint64_t size : this->sizes()) {
        const int first = -7, last = first + static_cast<int>(size);
        std::vector<int> right(size);
        for (std::uint64_t i = 0; i < size; ++i) right[i] = first + static_cast<int>(i);
        this->expect_read(views::iota(first, last), right, "iota of " + std::to_string(size));
        this->expect_read(std::views::iota(first, last), right, "std iota of " + std::to_string(size));
    }
    const auto far = views::iota(~std::uint64_t{0} - 5, ~std::uint64_t{0});
    EXPECT_EQ(reduce(this->here(), far, maximum{}), ~std::uint64_t{0} - 1);
    EXPECT_EQ(reduce(this->here(), views::iota(3, 3)), 0);
    EXPECT_THROW(static_cast<void>(views::iota(3, 2)), std::invalid_argument);
}

TYPED_TEST_P(ViewsConformance, TransformsAreRoundedOneByOne) {
    const auto here = this->here();
    for (const std::uint64_t size : this->sizes()) {
        for (const std::size_t offset : {0, 1}) {
            const std::vector<float> x = random_elements<float>(size, 21);
            const typename TestFixture::template buffer<float> here_x(x, offset);
            std::vector<float> once(size), twice(size);
            transform(serial{}, x, once, times_itself{});
            transform(serial{}, once, twice, less_half{});
            const auto squares = views::transform(here_x.range(), times_itself{});
            this->expect_read(squares, once, "transform of " + std::to_string(size));
            if constexpr (!every_type)
                this->expect_read_by_others(squares, once, "transform of " + std::to_string(size));
            this->expect_read(views::transform(squares, less_half{}), twice,
                              "two transforms of " + std::to_string(size));
            EXPECT_TRUE(same_bits(reduce(here, squares, addition_in_order{}, 1.0f),
                                  reduce(serial{}, once, addition_in_order{}, 1.0f)))
                << size;
        }
    }
}

TYPED_TEST_P(ViewsConformance, IndicesMembersAndPairs) {
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> x = random_elements<float>(size, 22);
        std::vector<charged_particle> particles(size);
        std::vector<double> indexed(size);
        std::vector<float> masses(size), products(size);
        for (std::uint64_t i = 0; i < size; ++i) {
            particles[i] = {x[i], -x[i], static_cast<std::uint32_t>(i % 5)};
            indexed[i] = x[i] + static_cast<double>(i);
            masses[i] = x[i];
            products[i] = x[i] * static_cast<float>(i + 3);
        }
        const typename TestFixture::template buffer<float> here_x(x);
        const typename TestFixture::template buffer<charged_particle> here_particles(particles);
        this->expect_read(views::transform(here_x.range(), with_index{add_index{}}), indexed, "with_index");
        this->expect_read(views::transform(here_particles.range(), &charged_particle::mass), masses, "a member");
        const auto numbers = views::iota(std::uint32_t{3}, static_cast<std::uint32_t>(size + 3));
        this->expect_read(views::transform(views::zip(here_x.range(), numbers), product_of_pair{}), products, "zip");
        this->expect_read(
            views::zip_transform(multiplies{}, here_x.range(), here_x.range()),
            [&] {
                std::vector<float> squares(size);
                transform(serial{}, x, x, squares, multiplies{});
                return squares;
            }(),
            "zip_transform");
        const typename TestFixture::template buffer<float> output(std::vector<float>(size, 0.0f));
        transform(this->here(), here_particles.range(), std::span<float>(output.address(), size),
                  &charged_particle::mass);
        expect_same(output.values(), masses, "transform by a member");
    }
    const auto five = views::iota(0, 5), six = views::iota(0, 6);
    EXPECT_THROW(static_cast<void>(views::zip(five, six)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(views::zip_transform(plus{}, five, six)), std::invalid_argument);
}

TYPED_TEST_P(ViewsConformance, StridesRepetitionsAndIterators) {
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> x = random_elements<float>(size, 23);
        const typename TestFixture::template buffer<float> here_x(x);
        for (const std::uint64_t step : {1, 2, 7}) {
            std::vector<float> right;
            for (std::uint64_t i = 0; i < size; i += step) right.push_back(x[i]);
            const auto view = views::stride(here_x.range(), step);
            const std::string what = "every " + std::to_string(step) + "th";
            this->expect_read(view, right, what);
            if constexpr (!every_type) this->expect_read_by_others(view, right, what);
        }
        this->expect_read(views::repeat(0.1f, size), std::vector<float>(size, 0.1f), "repeat");
        this->expect_read(views::counted(here_x.range().begin(), size), x, "counted");
        std::vector<int> numbers(size);
        for (std::uint64_t i = 0; i < size; ++i) numbers[i] = static_cast<int>(i) - 4;
        this->expect_read(views::transform(views::iota(0, static_cast<int>(size)), with_index{index_less_four{}}),
                          numbers, "a function of the index alone");
    }
    EXPECT_THROW(static_cast<void>(views::stride(views::iota(0, 5), 0)), std::invalid_argument);
    const int* const nowhere = nullptr;
    EXPECT_THROW(static_cast<void>(views::counted(nowhere, 5)), std::invalid_argument);
    EXPECT_EQ(reduce(this->here(), views::counted(nowhere, 0)), 0);
}

TYPED_TEST_P(ViewsConformance, GathersAndCompactsViews) {
    const auto here = this->here();
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> x = random_elements<float>(size, 25);
        std::vector<float> squares(size), right(size), kept(size);
        transform(serial{}, x, squares, times_itself{});
        std::vector<std::uint32_t> backwards(size);
        for (std::uint64_t i = 0; i < size; ++i) backwards[i] = static_cast<std::uint32_t>(size - 1 - i);
        const typename TestFixture::template buffer<float> here_x(x), output(std::vector<float>(size, 0.0f));
        const typename TestFixture::template buffer<std::uint32_t> here_backwards(backwards);
        const typename TestFixture::template buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
        const std::span<float> to(output.address(), size);
        const auto view = views::transform(here_x.range(), times_itself{});

        gather(serial{}, squares, backwards, right);
        gather(here, view, here_backwards.range(), to);
        expect_same(output.values(), right, "gather of a view");
        const auto in_turn = views::transform(views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(size)),
                                              from_the_end{static_cast<std::uint32_t>(size)});
        gather(serial{}, x, backwards, right);
        gather(here, here_x.range(), in_turn, to, checked);
        expect_same(output.values(), right, "gather by a view");
        EXPECT_THROW(gather(here, here_x.range(), views::transform(in_turn, one_more{}), to, checked),
                     std::out_of_range);

        kept = right;
        EXPECT_EQ(compact(here, view, to, is_small{}), compact(serial{}, squares, kept, is_small{})) << size;
        expect_same(output.values(), kept, "compact of a view");
        partition_into(here, view, to, count.address(), is_small{});
        EXPECT_EQ(count.value(), partition(serial{}, squares, kept, is_small{})) << size;
        expect_same(output.values(), kept, "partition of a view");
        const auto thirds = views::transform(here_x.range(), with_index{third_of_index{}});
        std::vector<float> of_thirds(size);
        transform(serial{}, x, of_thirds, with_index{third_of_index{}});
        kept = output.values();
        EXPECT_EQ(unique_copy(here, thirds, to), unique_copy(serial{}, of_thirds, kept)) << size;
        expect_same(output.values(), kept, "unique of a view");
        EXPECT_THROW(compact(here, views::transform(to, times_itself{}), to, is_small{}), std::invalid_argument);
    }
}

TYPED_TEST_P(ViewsConformance, CountsSamplesOfViews) {
    const auto here = this->here();
    for (const std::uint64_t size : sizes_up_to(TypeParam::largest_histogram, {1, 33, 4097, 9999, 100'000})) {
        const std::vector<float> x = random_elements<float>(size, 27);
        const std::vector<std::uint32_t> weights = random_elements<std::uint32_t>(size, 28);
        std::vector<float> squares(size);
        transform(serial{}, x, squares, times_itself{});
        const typename TestFixture::template buffer<float> here_x(x);
        const typename TestFixture::template buffer<std::uint32_t> here_weights(weights);
        const auto view = views::transform(here_x.range(), times_itself{});
        for (const std::uint64_t bins : {10, 70'000}) {  // the latter in half words, where there are many samples
            const even_bins<float> even{bins, 0.0f, 10.0f};
            std::vector<std::uint32_t> right(bins);
            const typename TestFixture::template buffer<std::uint32_t> counts(right);
            const outside expected = histogram(serial{}, squares, even, right);
            const outside found = histogram(here, view, even, std::span<std::uint32_t>(counts.address(), bins));
            expect_same(counts.values(), right, "histogram of a view");
            EXPECT_EQ(found.above, expected.above);
            std::vector<std::uint64_t> sums(bins);
            const typename TestFixture::template buffer<std::uint64_t> here_sums(sums);
            weighted_histogram(serial{}, squares, weights, even, sums);
            weighted_histogram(here, view, here_weights.range(), even,
                               std::span<std::uint64_t>(here_sums.address(), bins));
            expect_same(here_sums.values(), sums, "weighted histogram of a view");
        }
    }
}

TYPED_TEST_P(ViewsConformance, ReducesSegmentsOfViews) {
    const auto here = this->here();
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> x = random_elements<float>(size, 26);
        std::vector<float> squares(size);
        transform(serial{}, x, squares, times_itself{});
        std::vector<std::uint32_t> offsets{0};  // short ones, then ever longer ones
        for (std::uint64_t k = 1; offsets.back() < size; ++k) {
            const std::uint64_t next = offsets.back() + (k < 100 ? k % 4 : k * k / 20);
            offsets.push_back(static_cast<std::uint32_t>(std::min(next, size)));
        }
        const std::uint64_t segments = offsets.size() - 1;
        const typename TestFixture::template buffer<float> here_x(x, 1), output(std::vector<float>(segments, 0.0f));
        const typename TestFixture::template buffer<std::uint32_t> here_offsets(offsets);
        const std::span<float> to(output.address(), segments);
        std::vector<float> right(segments);
        const auto view = views::transform(here_x.range(), times_itself{});
        segmented_reduce(serial{}, squares, offsets, right);
        segmented_reduce(here, view, here_offsets.range(), to);
        expect_same(output.values(), right, "segments of a view");
        segmented_reduce(serial{}, squares, offsets, right, addition_in_order{}, 2);
        segmented_reduce(here, view, here_offsets.range(), to, addition_in_order{}, 2);
        expect_same(output.values(), right, "segments of a view, in order");
        if constexpr (every_type) {
            segmented_reduce(serial{}, squares, size, std::span<float>(right).first(1));
            segmented_reduce(here, view, size, to.first(1));
            EXPECT_TRUE(same_bits(output.values()[0], right[0])) << size << ": one segment";
        }
    }
}

TYPED_TEST_P(ViewsConformance, OutputsStandApartFromWhatViewsRead) {
    const auto here = this->here();
    const std::vector<float> x = random_elements<float>(5000, 24);
    const typename TestFixture::template buffer<float> memory(x);
    const std::span<float> all(memory.address(), 5000);
    EXPECT_THROW(inclusive_scan(here, views::transform(all.first(4000), less_half{}), all.subspan(1)),
                 std::invalid_argument);
    EXPECT_THROW(transform(here, views::stride(all, 2), all, less_half{}), std::invalid_argument);
    EXPECT_THROW(transform(here, views::zip(all.first(2000), all.subspan(1, 2000)), all, first_of_pair{}),
                 std::invalid_argument);
    EXPECT_THROW(transform(here, views::iota(0, 5001), all, detail::convert_to<float>{}), std::invalid_argument);
    expect_same(memory.values(), x, "refused calls write nothing");
    inclusive_scan(here, views::transform(all, less_half{}), all);
    std::vector<float> right(5000);
    transform(serial{}, x, right, less_half{});
    inclusive_scan(serial{}, right, right);
    expect_same(memory.values(), right, "in place");
}

REGISTER_TYPED_TEST_SUITE_P(ViewsConformance, Iota, TransformsAreRoundedOneByOne, IndicesMembersAndPairs,
                            StridesRepetitionsAndIterators, OutputsStandApartFromWhatViewsRead, GathersAndCompactsViews,
                            CountsSamplesOfViews, ReducesSegmentsOfViews);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
