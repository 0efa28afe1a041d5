// Reductions of as many segments as stand in memory of the backend (views::counted_at).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include <strider/run_length_encode.hpp>
#include <strider/segmented_reduce.hpp>

#include "tests/library/counted_conformance.hpp"

namespace strider::test {

/// Lengths of segments, most of them short, one of several chunks.
inline std::vector<std::uint64_t> lengths_of_segments(std::uint64_t segments, std::uint64_t longest) {
    std::vector<std::uint64_t> lengths(segments);
    for (std::uint64_t i = 0; i < segments; ++i) lengths[i] = i * i % 37 == 0 ? 0 : i * 7 % 61;
    lengths[segments / 2] = longest;
    return lengths;
}
/// One more than there are lengths.
template <class Offset>
std::vector<Offset> offsets_from(const std::vector<std::uint64_t>& lengths, Offset first) {
    std::vector<Offset> offsets{first};
    for (const std::uint64_t length : lengths)
        offsets.push_back(static_cast<Offset>(offsets.back() + static_cast<Offset>(length)));
    return offsets;
}
/// One after the last of a segment: after every multiple of `step`, and after the last element of all.
struct ends_segment {
    std::uint64_t step, elements;
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint64_t end) const {
        return end % step == 1 || end == elements;
    }
};

template <class Backend>
class CountedSegmentsConformance : public CountedConformance<Backend> {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    /// The first segments' results, and no others, from the identity and from `init`.
    template <class T, class Offset, class Operator>
    static void expect_reduced(const std::vector<std::uint64_t>& lengths, Operator op, const T& init) {
        const std::vector<Offset> offsets = offsets_from<Offset>(lengths, 3);
        const std::vector<T> elements = random_elements<T>(static_cast<std::uint64_t>(offsets.back()) + 4, 22);
        const buffer<T> memory(elements, 1);
        const buffer<Offset> where(offsets);
        const std::uint64_t segments = lengths.size();
        for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{31}, segments / 2,
                                          segments / 2 + 1, segments - 1, segments, segments + 1, ~std::uint64_t{0}}) {
            const std::uint64_t there = std::min(count, segments);
            const buffer<std::uint64_t> number(std::vector<std::uint64_t>{count});
            const auto counted = views::counted_at(where.range(), number.address());
            const std::vector<T> untouched(segments, init);
            const buffer<T> found(untouched);
            std::vector<T> right = untouched;
            segmented_reduce(CountedConformance<Backend>::here(), memory.range(), counted,
                             CountedConformance<Backend>::template writable<T>(found), op, init);
            segmented_reduce(serial{}, elements, std::span(offsets).first(there + 1), right, op, init);
            expect_same(found.values(), right, std::to_string(count) + " segments from a value");
            if constexpr (begins_with_identity<Operator, T>) {
                segmented_reduce(CountedConformance<Backend>::here(), memory.range(), counted,
                                 CountedConformance<Backend>::template writable<T>(found), op);
                segmented_reduce(serial{}, elements, std::span(offsets).first(there + 1), right, op);
                expect_same(found.values(), right, std::to_string(count) + " segments");
            }
        }
    }
};
TYPED_TEST_SUITE_P(CountedSegmentsConformance);

TYPED_TEST_P(CountedSegmentsConformance, HaveTheBitsOfThatManyAndLeaveTheRest) {
    for (const std::uint64_t segments : {2, 40, 3000}) {
        const auto lengths = lengths_of_segments(segments, 20'000);
        TestFixture::template expect_reduced<float, std::uint64_t>(lengths, plus{}, 3);
        TestFixture::template expect_reduced<affine, unsigned>(lengths, compose{}, {3, 5});
        if constexpr (every_type) {
            TestFixture::template expect_reduced<float, int>(lengths, plus{}, 3);
            TestFixture::template expect_reduced<std::uint16_t, std::uint64_t>(lengths, maximum{}, 9);
            TestFixture::template expect_reduced<float, std::uint32_t>(lengths, added_up{}, 0.5f);
        }
    }
}

TYPED_TEST_P(CountedSegmentsConformance, TakeViews) {
    const auto here = this->here();
    const std::vector<std::uint64_t> offsets{0, 5, 5, 700, 9000};
    const typename TestFixture::count_buffer where(offsets), number(std::vector<std::uint64_t>{3});
    const typename TestFixture::template buffer<std::uint64_t> sums(std::vector<std::uint64_t>(4, 7));
    segmented_reduce(here, views::iota(std::uint64_t{0}, std::uint64_t{9000}),
                     views::counted_at(where.range(), number.address()), this->template writable<std::uint64_t>(sums));
    EXPECT_EQ(sums.values(), (std::vector<std::uint64_t>{10, 0, 699 * 700 / 2 - 10, 7}));
}

/// Ends of segments by a compaction, and by the lengths of runs: the host sees neither how many there are nor where.
TYPED_TEST_P(CountedSegmentsConformance, FollowCallsThatCountSegments) {
    const auto here = this->here();
    constexpr std::uint64_t capacity = 30'000;
    const std::vector<float> elements = random_elements<float>(capacity, 23);
    const typename TestFixture::template buffer<float> memory(elements);
    for (const std::uint64_t step : {std::uint64_t{2}, std::uint64_t{100}, std::uint64_t{9001}, 2 * capacity}) {
        const ends_segment is_end{step, capacity};
        std::vector<std::uint64_t> right_offsets{0};
        std::vector<int> keys(capacity);
        for (std::uint64_t end = 1; end <= capacity; ++end) {
            keys[end - 1] = static_cast<int>(right_offsets.size());
            if (is_end(end)) right_offsets.push_back(end);
        }
        std::vector<float> right(capacity, -3);
        segmented_reduce(serial{}, elements, right_offsets, right);

        const std::vector<std::uint64_t> none(capacity + 1);
        const typename TestFixture::count_buffer offsets(none), lengths(none), count(std::vector<std::uint64_t>{9});
        const auto all_offsets = this->template writable<std::uint64_t>(offsets);
        const auto those = views::counted_at(offsets.range(), count.address());
        const typename TestFixture::template buffer<float> sums(std::vector<float>(capacity, -3)),
            of_runs(std::vector<float>(capacity, -3));
        compact_into(here, views::iota(std::uint64_t{1}, capacity + 1), all_offsets.subspan(1), count.address(),
                     is_end);
        segmented_reduce(here, memory.range(), those, this->template writable<float>(sums));
        EXPECT_EQ(count.value(), right_offsets.size() - 1);
        expect_same(sums.values(), right, "segments between kept ends, step " + std::to_string(step));

        const typename TestFixture::template buffer<int> key(keys), run_keys(keys);
        const auto of_lengths = this->template writable<std::uint64_t>(lengths).first(capacity);
        run_length_encode_into(here, key.range(), this->template writable<int>(run_keys), of_lengths, count.address());
        inclusive_scan(here, views::counted_at(of_lengths, count.address()), all_offsets.subspan(1));
        segmented_reduce(here, memory.range(), those, this->template writable<float>(of_runs));
        expect_same(of_runs.values(), right, "segments that are runs, step " + std::to_string(step));
    }
}

TYPED_TEST_P(CountedSegmentsConformance, WrongCallsAreRefused) {
    const auto here = this->here();
    const typename TestFixture::template buffer<float> memory(std::vector<float>(100)), sums(std::vector<float>(2));
    const typename TestFixture::count_buffer where(std::vector<std::uint64_t>{0, 50, 100}),
        number(std::vector<std::uint64_t>{1});
    const auto to = this->template writable<float>(sums);
    const auto counted = views::counted_at(where.range(), number.address());
    // There is room for all results that there may be, and at least one offset.
    EXPECT_THROW(segmented_reduce(here, memory.range(), counted, to.first(1)), std::invalid_argument);
    EXPECT_THROW(
        segmented_reduce(here, memory.range(), views::counted_at(where.range().first(0), number.address()), to),
        std::invalid_argument);
    const std::span to_offsets(reinterpret_cast<float*>(where.address()), 2);
    const std::span to_number(reinterpret_cast<float*>(number.address()), 1);
    EXPECT_THROW(segmented_reduce(here, memory.range(), counted, to_offsets), std::invalid_argument);
    EXPECT_THROW(
        segmented_reduce(here, memory.range(), views::counted_at(where.range().first(2), number.address()), to_number),
        std::invalid_argument);
    EXPECT_EQ(number.value(), 1u);
    if constexpr (reads_host_memory<decltype(TypeParam::policy())>) {
        // Only offsets that count are checked: the third offset is beyond the input, which two segments reach.
        const auto few = memory.range().first(60);
        segmented_reduce(here, few, counted, to);
        const typename TestFixture::count_buffer both(std::vector<std::uint64_t>{2});
        EXPECT_THROW(segmented_reduce(here, few, views::counted_at(where.range(), both.address()), to),
                     std::invalid_argument);
    }
}

REGISTER_TYPED_TEST_SUITE_P(CountedSegmentsConformance, HaveTheBitsOfThatManyAndLeaveTheRest, TakeViews,
                            FollowCallsThatCountSegments, WrongCallsAreRefused);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
