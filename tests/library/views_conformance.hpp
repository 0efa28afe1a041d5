// Views as what calls read (strider/views.hpp): each call has the bits that it has for the same elements in memory.
#pragma once

#include <ranges>
#include <span>
#include <vector>

#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>
#include <strider/views.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

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
struct particle {
    float mass, charge;
    std::uint32_t kind;
};

template <class Place>
class ViewsConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Place::template buffer<T>;

    static auto here() { return Place::policy(); }
    static std::vector<std::uint64_t> sizes() {
        return sizes_up_to(Place::largest, {1, 2, 31, 33, 513, 2049, 4097, 8193, 9999, 65537, (1 << 20) + 1}, 2);
    }

    /// Of a view, and of `right`, the same elements: reductions that do and do not commute, scans and maps.
    template <class View, class T>
    static void expect_read(const View& view, const std::vector<T>& right, const std::string& what) {
        ASSERT_EQ(view.size(), right.size()) << what;
        EXPECT_TRUE(same_bits(reduce(here(), view), reduce(serial{}, right))) << what;
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
        transform(here(), view, to, itself{});
        expect_same(output.values(), right, what + ", transform");
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
        std::vector<particle> particles(size);
        std::vector<double> indexed(size);
        std::vector<float> masses(size), products(size);
        for (std::uint64_t i = 0; i < size; ++i) {
            particles[i] = {x[i], -x[i], static_cast<std::uint32_t>(i % 5)};
            indexed[i] = x[i] + static_cast<double>(i);
            masses[i] = x[i];
            products[i] = x[i] * static_cast<float>(i + 3);
        }
        const typename TestFixture::template buffer<float> here_x(x);
        const typename TestFixture::template buffer<particle> here_particles(particles);
        this->expect_read(views::transform(here_x.range(), with_index{add_index{}}), indexed, "with_index");
        this->expect_read(views::transform(here_particles.range(), &particle::mass), masses, "a member");
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
        transform(this->here(), here_particles.range(), std::span<float>(output.address(), size), &particle::mass);
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
            this->expect_read(views::stride(here_x.range(), step), right, "every " + std::to_string(step) + "th");
        }
        this->expect_read(views::repeat(0.1f, size), std::vector<float>(size, 0.1f), "repeat");
        this->expect_read(views::counted(here_x.range().begin(), size), x, "counted");
        std::vector<int> numbers(size);
        for (std::uint64_t i = 0; i < size; ++i) numbers[i] = static_cast<int>(i) - 4;
        this->expect_read(views::transform(views::iota(0, static_cast<int>(size)), with_index{index_less_four{}}),
                          numbers, "a function of the index alone");
    }
    EXPECT_THROW(static_cast<void>(views::stride(views::iota(0, 5), 0)), std::invalid_argument);
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
                            StridesRepetitionsAndIterators, OutputsStandApartFromWhatViewsRead);

}  // namespace strider::test
