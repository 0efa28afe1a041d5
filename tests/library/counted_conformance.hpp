// Calls whose number of elements stands in memory of the backend (views::counted_at): they have the bits of the same
// call on so many elements, and write nothing else.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <strider/compact.hpp>
#include <strider/reduce.hpp>
#include <strider/scan.hpp>
#include <strider/views.hpp>

#include "tests/library/compact_conformance.hpp"
#include "tests/library/conformance.hpp"

namespace strider::test {

struct squared_at {
    STRIDER_HOST_DEVICE constexpr float operator()(float x, std::uint64_t i) const {
        return x * static_cast<float>(i % 7);
    }
};
struct halved {
    STRIDER_HOST_DEVICE constexpr float operator()(float x) const { return x / 2; }
};
struct added_up {
    STRIDER_HOST_DEVICE constexpr float operator()(float a, float b) const { return a + b; }
};

template <class Backend>
class CountedConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;
    using count_buffer = buffer<std::uint64_t>;

    static auto here() { return Backend::policy(); }

    /// Calls test(count, how many elements that is) for counts at the edges of what is cut, of `capacity` elements.
    template <class Test>
    static void for_counts(std::uint64_t capacity, Test test, std::uint64_t least = 0) {
        std::vector<std::uint64_t> counts = sizes_up_to(
            capacity, {0, 1, 33, 511, 1025, 4095, 4096, 4097, 8191, 8192, 8193, 16'385, 65'537, 98'303, 98'304});
        counts.insert(counts.end(), {capacity - 1, capacity, capacity + 5});
        for (const std::uint64_t count : counts) {
            if (count >= least) test(count, std::min(count, capacity));
        }
    }
    template <class T>
    static std::span<const T> front(const std::vector<T>& elements, std::uint64_t count) {
        return std::span(elements).first(count);
    }
    template <class T>
    static std::span<T> writable(const buffer<T>& memory) {
        return {memory.address(), memory.range().size()};
    }

    /// Reductions of the first elements.
    template <class T, class Operator>
    static void expect_reduced(const std::vector<T>& elements, Operator op, const T& init) {
        const buffer<T> memory(elements), result(std::vector<T>{init});
        for_counts(elements.size(), [&](std::uint64_t count, std::uint64_t size) {
            const count_buffer number(std::vector<std::uint64_t>{count});
            const auto counted = views::counted_at(memory.range(), number.address());
            reduce_into(here(), counted, result.address(), op, init);
            EXPECT_TRUE(same_bits(result.value(), reduce(serial{}, front(elements, size), op, init))) << count;
            if constexpr (begins_with_identity<Operator, T>) {
                reduce_into(here(), counted, result.address(), op);
                EXPECT_TRUE(same_bits(result.value(), reduce(serial{}, front(elements, size), op))) << count;
            }
        });
    }

    /// Scans of the first elements, which leave the others alone.
    template <class T, class Operator>
    static void expect_scanned(const std::vector<T>& elements, Operator op, const T& init, std::size_t offset = 0,
                               std::uint64_t least = 0) {
        const buffer<T> memory(elements, offset);
        for_counts(
            elements.size(),
            [&](std::uint64_t count, std::uint64_t size) {
                const count_buffer number(std::vector<std::uint64_t>{count});
                const auto counted = views::counted_at(memory.range(), number.address());
                const buffer<T> found(elements);
                std::vector<T> right = elements;
                inclusive_scan(here(), counted, writable(found), op);
                inclusive_scan(serial{}, front(elements, size), right, op);
                expect_same(found.values(), right, "inclusive scan of " + std::to_string(count), nan_bits::any);
                exclusive_scan(here(), counted, writable(found), op, init);
                exclusive_scan(serial{}, front(elements, size), right, op, init);
                expect_same(found.values(), right, "exclusive scan of " + std::to_string(count), nan_bits::any);
            },
            least);
    }
};
TYPED_TEST_SUITE_P(CountedConformance);

TYPED_TEST_P(CountedConformance, ReductionsHaveTheBitsOfThatSize) {
    for (const std::uint64_t capacity : sizes_up_to(TypeParam::largest, {1, 5000, 8193, 70'000, 300'001})) {
        TestFixture::template expect_reduced<float>(random_elements<float>(capacity, 1), plus{}, 3);
        if constexpr (every_type) {
            TestFixture::template expect_reduced<float>(random_elements<float>(capacity, 2), added_up{}, 0.5f);
            const auto bytes = random_elements<std::uint8_t>(capacity, 3);
            TestFixture::template expect_reduced<std::uint8_t>(bytes, maximum{}, 0);
        }
        TestFixture::template expect_reduced<affine>(random_elements<affine>(capacity, 4), compose{}, {3, 5});
    }
}

TYPED_TEST_P(CountedConformance, ReductionsTakeTransformsAndViews) {
    const auto here = this->here();
    const std::vector<float> elements = random_elements<float>(9000, 5);
    const typename TestFixture::template buffer<float> memory(elements, 1), result(std::vector<float>{-1});
    const typename TestFixture::template buffer<double> wide(std::vector<double>{-1});
    this->for_counts(elements.size(), [&](std::uint64_t count, std::uint64_t size) {
        const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count});
        const auto some = this->front(elements, size);
        transform_reduce_into(here, views::counted_at(memory.range(), number.address()), result.address(),
                              with_index{squared_at{}}, plus{}, 2);
        EXPECT_TRUE(
            same_bits(result.value(), transform_reduce(serial{}, some, with_index{squared_at{}}, plus{}, 2.0f)));
        reduce_into(here, views::counted_at(views::transform(memory.range(), halved{}), number.address()),
                    wide.address(), plus{}, 0.25);
        EXPECT_TRUE(same_bits(wide.value(), reduce(serial{}, views::transform(some, halved{}), plus{}, 0.25)));
    });
}

TYPED_TEST_P(CountedConformance, ScansHaveTheBitsOfThatSizeAndLeaveTheRest) {
    for (const std::uint64_t capacity : sizes_up_to(TypeParam::largest_scan, {1, 5000, 20'000})) {
        TestFixture::template expect_scanned<float>(random_elements<float>(capacity, 6), plus{}, 1);
        if constexpr (every_type) {
            TestFixture::template expect_scanned<float>(random_elements<float>(capacity, 7), added_up{}, 1, 1);
        }
        TestFixture::template expect_scanned<std::uint16_t>(random_elements<std::uint16_t>(capacity, 8), maximum{}, 9);
    }
    // Fewer, larger tiles from 98,304 elements of 16 bytes on: of fewer elements there are more tiles.
    if (TypeParam::largest_scan >= 100'000)
        TestFixture::template expect_scanned<matrix>(random_elements<matrix>(100'000, 9), matrix_product{},
                                                     {1, 2, 3, 4}, 0, every_type ? 0 : 98'303);
}

TYPED_TEST_P(CountedConformance, ScansInPlace) {
    const auto here = this->here();
    const std::vector<float> elements = random_elements<float>(10'000, 10);
    this->for_counts(elements.size(), [&](std::uint64_t count, std::uint64_t size) {
        const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count});
        const typename TestFixture::template buffer<float> memory(elements);
        std::vector<float> right = elements;
        exclusive_scan(here, views::counted_at(memory.range(), number.address()),
                       this->template writable<float>(memory));
        exclusive_scan(serial{}, this->front(elements, size), right);
        expect_same(memory.values(), right, "scan in place of " + std::to_string(count));
    });
}

TYPED_TEST_P(CountedConformance, SelectionsKeepTheSameAndLeaveTheRest) {
    const auto here = this->here();
    const auto expect_selected = [&]<class T>(const std::vector<T>& elements, auto select) {
        const typename TestFixture::template buffer<T> memory(elements);
        this->for_counts(elements.size(), [&](std::uint64_t count, std::uint64_t size) {
            const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count}),
                kept(std::vector<std::uint64_t>{99});
            const typename TestFixture::template buffer<T> found(elements);
            std::vector<T> right = elements;
            std::uint64_t right_count = 77;
            select(here, views::counted_at(memory.range(), number.address()), this->template writable<T>(found),
                   kept.address());
            select(serial{}, this->front(elements, size), std::span(right), &right_count);
            EXPECT_EQ(kept.value(), right_count) << count;
            expect_same(found.values(), right, "selection of " + std::to_string(count));
        });
    };
    const auto compacts = [](const auto& at, const auto& input, auto output, std::uint64_t* count) {
        compact_into(at, input, output, count, keeps{100});
    };
    const auto partitions = [](const auto& at, const auto& input, auto output, std::uint64_t* count) {
        partition_into(at, input, output, count, keeps{100});
    };
    const auto takes_runs = [](const auto& at, const auto& input, auto output, std::uint64_t* count) {
        unique_copy_into(at, input, output, count);
    };
    for (const std::uint64_t capacity : sizes_up_to(TypeParam::largest, {1, 5000, 70'000, 300'001})) {
        expect_selected(random_elements<std::uint32_t>(capacity, 11), compacts);
        expect_selected(random_elements<colour>(capacity, 12), partitions);
        expect_selected(random_elements<std::uint8_t>(capacity, 13), takes_runs);
    }
}

TYPED_TEST_P(CountedConformance, CompactsInPlace) {
    const auto here = this->here();
    const std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(30'000, 14);
    this->for_counts(elements.size(), [&](std::uint64_t count, std::uint64_t size) {
        const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{count}),
            kept(std::vector<std::uint64_t>{99});
        const typename TestFixture::template buffer<std::uint32_t> memory(elements);
        compact_into(here, views::counted_at(memory.range(), number.address()),
                     this->template writable<std::uint32_t>(memory), kept.address(), keeps{200});
        std::vector<std::uint32_t> right = elements;
        const std::uint64_t of_them = compact(serial{}, this->front(elements, size), right, keeps{200});
        ASSERT_EQ(kept.value(), of_them) << count;
        std::vector<std::uint32_t> found = memory.values();
        found.resize(of_them);
        right.resize(of_them);
        expect_same(found, right, "compaction in place of " + std::to_string(count));
    });
}

/// Results that the host does not see in between: the elements that are kept, their sum, and what is before each of
/// them.
TYPED_TEST_P(CountedConformance, CallsFollowOneAnotherWithoutTheHost) {
    const auto here = this->here();
    for (const unsigned of_256 : {0u, 3u, 128u, 256u}) {
        const std::vector<float> elements = random_elements<float>(60'000, of_256);
        const typename TestFixture::template buffer<float> memory(elements), kept(elements), scanned(elements),
            again(elements), sum(std::vector<float>{-1});
        const typename TestFixture::count_buffer counts(std::vector<std::uint64_t>{9, 9});
        std::uint64_t* const count = counts.address();
        compact_into(here, memory.range(), this->template writable<float>(kept), count, keeps{of_256});
        const auto those = views::counted_at(kept.range(), count);
        reduce_into(here, those, sum.address());
        inclusive_scan(here, those, this->template writable<float>(scanned));
        compact_into(here, those, this->template writable<float>(again), count + 1, keeps{2});

        std::vector<float> right_kept = elements, right_scanned = elements, right_again = elements;
        const std::uint64_t size = compact(serial{}, elements, right_kept, keeps{of_256});
        const std::uint64_t of_them = compact(serial{}, this->front(right_kept, size), right_again, keeps{2});
        inclusive_scan(serial{}, this->front(right_kept, size), right_scanned);
        EXPECT_EQ(counts.values(), (std::vector<std::uint64_t>{size, of_them}));
        EXPECT_TRUE(same_bits(sum.value(), reduce(serial{}, this->front(right_kept, size))));
        expect_same(kept.values(), right_kept, "kept");
        expect_same(scanned.values(), right_scanned, "scanned");
        expect_same(again.values(), right_again, "kept again");
    }
}

TYPED_TEST_P(CountedConformance, WrongCallsAreRefused) {
    const auto here = this->here();
    const typename TestFixture::template buffer<float> memory(std::vector<float>(100)), shorter(std::vector<float>(99));
    const typename TestFixture::count_buffer number(std::vector<std::uint64_t>{3}),
        other(std::vector<std::uint64_t>{3});
    EXPECT_THROW(views::counted_at(memory.range(), nullptr), std::invalid_argument);
    const auto counted = views::counted_at(memory.range(), number.address());
    const auto to = this->template writable<float>(shorter);
    EXPECT_THROW(reduce_into(here, counted, static_cast<float*>(nullptr)), std::invalid_argument);
    EXPECT_THROW(inclusive_scan(here, counted, to), std::invalid_argument);
    EXPECT_THROW(compact_into(here, counted, to, other.address(), keeps{1}), std::invalid_argument);
    EXPECT_THROW(partition_into(here, counted, this->template writable<float>(memory), other.address(), keeps{1}),
                 std::invalid_argument);
    EXPECT_THROW(compact_into(here, counted, this->template writable<float>(memory), number.address(), keeps{1}),
                 std::invalid_argument);
    EXPECT_EQ(number.value(), 3u);
}

REGISTER_TYPED_TEST_SUITE_P(CountedConformance, ReductionsHaveTheBitsOfThatSize, ReductionsTakeTransformsAndViews,
                            ScansHaveTheBitsOfThatSizeAndLeaveTheRest, ScansInPlace,
                            SelectionsKeepTheSameAndLeaveTheRest, CompactsInPlace, CallsFollowOneAnotherWithoutTheHost,
                            WrongCallsAreRefused);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
