// What reductions of segments, rows and columns over ranks can alone get wrong.
#pragma once

#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_segmented_reduce.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"

namespace strider::test {

/// Throws on the host where 7 is added.
struct refuses_to_add_7 {
    STRIDER_HOST_DEVICE int operator()(int a, int b) const {
#if !defined(STRIDER_DEVICE_CODE)
        if (a == 7 || b == 7) throw std::runtime_error("seven");
#endif
        return a + b;
    }
};

template <class Place>
class SegmentsOverRanks : public testing::Test {
protected:
    template <class T>
    using buffer = typename Place::template buffer<T>;

    /// What each rank throws where it gives these sizes and offsets.
    static std::vector<std::string> thrown_with(const std::vector<std::uint64_t>& sizes,
                                                const std::vector<std::vector<std::uint64_t>>& offsets) {
        return each_rank<Place>(static_cast<int>(sizes.size()), [&](const auto& here) {
            const auto r = static_cast<std::size_t>(here.rank());
            const std::vector<int> before(offsets[r].size(), -3);
            const buffer<int> input(std::vector<int>(sizes[r], 1)), output(before);
            const buffer<std::uint64_t> positions(offsets[r]);
            try {
                const std::size_t results = offsets[r].empty() ? 0 : offsets[r].size() - 1;
                segmented_reduce(here, input.range(), positions.range(), std::span<int>(output.address(), results));
            } catch (...) {
                EXPECT_EQ(output.values(), before) << "rank " << r;
                throw;
            }
        });
    }

    static void expect_refused(const std::vector<std::uint64_t>& sizes,
                               const std::vector<std::vector<std::uint64_t>>& offsets, std::size_t wrong,
                               const std::string& why) {
        const std::vector<std::string> thrown = thrown_with(sizes, offsets);
        for (std::size_t r = 0; r < thrown.size(); ++r) {
            EXPECT_EQ(thrown[r].starts_with("rank "), r != wrong) << thrown[r];
            EXPECT_NE(thrown[r].find(why), std::string::npos) << thrown[r];
        }
    }
};
TYPED_TEST_SUITE_P(SegmentsOverRanks);

TYPED_TEST_P(SegmentsOverRanks, EveryCutOfAFewElements) {
    const std::vector<std::uint64_t> offsets = {0, 1, 1, 4, 6, 6};
    const std::vector<triangle> elements = random_elements<triangle>(6, 1);
    const matrix_product op;
    std::vector<triangle> right(5, elements[0]);
    segmented_reduce(serial{}, elements, offsets, right, op, elements[5]);
    for (const int ranks : {1, 2, 3}) {
        for (const auto& first : every_cut(elements.size(), ranks)) {
            const auto thrown = each_rank<TypeParam>(ranks, [&](const auto& here) {
                const auto r = static_cast<std::size_t>(here.rank());
                const auto [begin, behind] = detail::segments_of_part(offsets, first[r], first[r + 1], r == 0,
                                                                      here.rank() == ranks - 1, first[1] % 2 != 0);
                const typename TypeParam::template buffer<triangle> part(
                    std::span<const triangle>(elements).subspan(first[r], first[r + 1] - first[r])),
                    output(std::vector<triangle>(behind - begin + 1, elements[1]));
                const typename TypeParam::template buffer<std::uint64_t> positions(
                    std::span<const std::uint64_t>(offsets).subspan(begin, behind - begin + 1));
                segmented_reduce(here, part.range(), positions.range(),
                                 std::span<triangle>(output.address(), behind - begin + 1), op, elements[5]);
                std::vector<triangle> mine(right.begin() + static_cast<std::ptrdiff_t>(begin),
                                           right.begin() + static_cast<std::ptrdiff_t>(behind));
                mine.push_back(elements[1]);
                EXPECT_EQ(output.values(), mine);
            });
            EXPECT_EQ(thrown, std::vector<std::string>(thrown.size()));
        }
    }
}

/// Each rank begins a segment that ends in the middle of the next one's part, or far behind it; chunks are cut too.
TYPED_TEST_P(SegmentsOverRanks, EverySegmentCrosses) {
    const std::uint64_t part = 9'000;
    const std::vector<float> elements = random_elements<float>(5 * part, 3);
    const std::vector<std::vector<std::uint64_t>> offsets = {
        {100, 4'000, 12'345}, {12'345, 27'001}, {}, {27'001, 27'001, 31'000, 44'000}, {44'500, 44'999}};
    const auto thrown = each_rank<TypeParam>(5, [&](const auto& here) {
        const auto r = static_cast<std::size_t>(here.rank());
        const std::vector<std::uint64_t>& mine = offsets[r];
        const std::size_t results = mine.empty() ? 0 : mine.size() - 1;
        const typename TypeParam::template buffer<float> input(
            std::span<const float>(elements).subspan(r * part, part)),
            output(std::vector<float>(results, -1));
        const typename TypeParam::template buffer<std::uint64_t> positions(mine);
        segmented_reduce(here, input.range(), positions.range(), std::span<float>(output.address(), results), plus{},
                         0.5f);
        std::vector<float> right(results);
        if (results != 0) segmented_reduce(serial{}, elements, mine, right, plus{}, 0.5f);
        expect_same(output.values(), right, "rank " + std::to_string(r));
    });
    EXPECT_EQ(thrown, std::vector<std::string>(5));
}

TYPED_TEST_P(SegmentsOverRanks, OffsetsOfRanksMustFitEachOther) {
    const auto refused = [this](const auto&... arguments) { this->expect_refused(arguments...); };
    using sizes = std::vector<std::uint64_t>;
    using offsets = std::vector<std::vector<std::uint64_t>>;
    const sizes five(3, 5);
    EXPECT_EQ(this->thrown_with(five, offsets{{0, 3, 12}, {}, {12, 15}}), std::vector<std::string>(3));
    refused(five, offsets{{0, 5}, {0, 5}, {10, 15}}, 1, "offset 0 is before the part of this rank, elements 5 to 10");
    refused(five, offsets{{0, 6, 9}, {}, {}}, 0, "a segment begins at offset 6, behind the part of this rank");
    refused(five, offsets{{0, 3, 11}, {}, {10, 15}}, 2,
            "the first offset is 10, and the segment of an earlier rank ends at 11");
    refused(five, offsets{{}, {6, 16}, {}}, 1, "the last offset is 16, and all ranks have 15 elements");
    refused(five, offsets{{}, {}, {14, 12}}, 2, "the offsets do not ascend");
}

TYPED_TEST_P(SegmentsOverRanks, OneRanksWrongArgumentsAreAllRanks) {
    using buffer = typename TestFixture::template buffer<int>;
    const auto message = [](auto work) { return each_rank<TypeParam>(2, work); };
    const auto no_room = message([](const auto& here) {
        const buffer input(std::vector<int>(6, 1)), output(std::vector<int>(6, 1));
        segmented_reduce(here, input.range(), 3, std::span<int>(output.address(), here.rank() == 1 ? 1 : 2));
    });
    EXPECT_EQ(no_room[1], "segmented_reduce: the output has room for 1 of 2 results: give it as many elements");
    EXPECT_EQ(no_room[0], "rank 1: " + no_room[1]);
    const auto uneven = message([](const auto& here) {
        const buffer input(std::vector<int>(6, 1)), output(std::vector<int>(6, 1));
        segmented_reduce(here, input.range(), 5, std::span<int>(output.address(), 6));
    });
    for (const std::string& one : uneven) EXPECT_NE(one.find("do not cut 12 elements evenly"), one.npos) << one;
    const auto lengths = message([](const auto& here) {
        const buffer input(std::vector<int>(6, 1)), output(std::vector<int>(6, 1));
        segmented_reduce(here, input.range(), here.rank() + 2, std::span<int>(output.address(), 6));
    });
    for (const std::string& one : lengths) EXPECT_NE(one.find("rank 1 gives other values"), one.npos) << one;
    const auto columns = message([](const auto& here) {
        const buffer input(std::vector<int>(6, 1)), output(std::vector<int>(6, 1));
        const matrix_view<const int> view(input.address(), 2, here.rank() == 0 ? 3 : 2);
        EXPECT_THROW(reduce_rows(here, view, std::span<int>(output.address(), 6)), std::invalid_argument);
        reduce_columns(here, view, std::span<int>(output.address(), 6));
    });
    for (const std::string& one : columns) {
        EXPECT_EQ(one,
                  "reduce_columns: rank 1 has rows of 2 elements and rank 0 of 3: give all ranks the same columns");
    }
    const auto overlapping = message([](const auto& here) {
        const buffer input(std::vector<int>(6, 1)), output(std::vector<int>(6, 1));
        const matrix_view<const int> view(input.address(), 2, 3);
        const std::span<int> to(here.rank() == 0 ? output.address() : input.address() + 3, 3);
        EXPECT_THROW(reduce_rows(here, view, to), std::exception);
        reduce_columns(here, view, to);
    });
    EXPECT_EQ(overlapping[1], "reduce_columns: the output overlaps the elements or offsets: give it another place");
    EXPECT_EQ(overlapping[0], "rank 1: " + overlapping[1]);
}

/// In a rank's own segment, in its share of another rank's, and where the shares are combined.
TYPED_TEST_P(SegmentsOverRanks, AnOperatorThatThrowsOnOneRankThrowsOnAll) {
    if constexpr (detail::has_host_memory<decltype(TypeParam::policy())>) {
        const auto with = [](std::uint64_t at_7, std::uint64_t size) {
            const std::vector<std::vector<std::uint64_t>> offsets = {
                {0, 2, 2 * size + 3}, {}, {2 * size + 3, 3 * size}};
            return each_rank<TypeParam>(3, [&](const auto& here) {
                const auto r = static_cast<std::size_t>(here.rank());
                std::vector<int> input(size, 0), output(offsets[r].size());
                if (at_7 / size == r) input[at_7 % size] = 7;
                segmented_reduce(here, input, offsets[r], output, refuses_to_add_7{}, 0);
            });
        };
        EXPECT_EQ(with(1, 10), (std::vector<std::string>{"seven", "rank 0: seven", "rank 0: seven"}));
        EXPECT_EQ(with(2'500, 9'000)[0], "seven") << "combined where the segment begins";
        EXPECT_EQ(with(13'000, 9'000), (std::vector<std::string>{"rank 1: seven", "seven", "rank 1: seven"}));
        EXPECT_EQ(with(25, 10), (std::vector<std::string>{"rank 2: seven", "rank 2: seven", "seven"}));
        const auto of_matrix = [](auto call) {
            return each_rank<TypeParam>(3, [&](const auto& here) {
                const std::vector<int> input(12, here.rank() == 1 ? 7 : 1);
                std::vector<int> output(6);
                call(here, matrix_view<const int>(input.data(), 2, 6), output);
            });
        };
        EXPECT_EQ(of_matrix([](const auto& here, auto view, auto& output) {
                      reduce_rows(here, view, output, refuses_to_add_7{}, 0);
                  }),
                  (std::vector<std::string>{"rank 1: seven", "seven", "rank 1: seven"}));
        EXPECT_EQ(of_matrix([](const auto& here, auto view, auto& output) {
                      reduce_columns(here, view, output, refuses_to_add_7{}, 0);
                  })[0],
                  "seven");
    }
}

TYPED_TEST_P(SegmentsOverRanks, EveryCutOfAFewRows) {
    using buffer = typename TestFixture::template buffer<float>;
    const std::uint64_t rows = 4, columns = 5, stride = 6;
    const std::vector<float> elements = random_elements<float>(rows * stride, 4);
    std::vector<float> right(columns);
    reduce_columns(serial{}, matrix_view<const float>(elements.data(), rows, columns, stride), right);
    for (const int ranks : {1, 2, 3, 7}) {
        for (const auto& first : every_cut(rows, std::min(ranks, 3))) {
            const auto thrown = each_rank<TypeParam>(ranks, [&](const auto& here) {
                const std::size_t r = std::min(static_cast<std::size_t>(here.rank()), first.size() - 1),
                                  end = std::min(r + 1, first.size() - 1);
                const buffer input(elements), output(std::vector<float>(columns, -1));
                const matrix_view<const float> view(input.address() + first[r] * stride, first[end] - first[r], columns,
                                                    stride);
                reduce_columns(here, view, std::span<float>(output.address(), columns));
                expect_same(output.values(), right, "columns");
            });
            EXPECT_EQ(thrown, std::vector<std::string>(thrown.size()));
        }
    }
}

REGISTER_TYPED_TEST_SUITE_P(SegmentsOverRanks, EveryCutOfAFewElements, EverySegmentCrosses,
                            OffsetsOfRanksMustFitEachOther, OneRanksWrongArgumentsAreAllRanks,
                            AnOperatorThatThrowsOnOneRankThrowsOnAll, EveryCutOfAFewRows);

}  // namespace strider::test
