// What transposes over ranks must do beside the suite: what ranks alone can get wrong.
#pragma once

#include <stdexcept>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_transpose.hpp"
#include "tests/library/transpose_conformance.hpp"

namespace strider::test {

template <class Place>
class TransposeRanks : public testing::Test {
protected:
    template <class T>
    using buffer = typename Place::template buffer<T>;

    /// Numbered elements, cut so among the ranks: the r-th has rows[r] to rows[r + 1] of the input, and
    /// columns[r] to columns[r + 1] of it as rows of the output.
    template <class Item>
    static void expect_transpose(const std::vector<std::uint64_t>& rows, const std::vector<std::uint64_t>& columns) {
        const std::uint64_t high = rows.back(), wide = columns.back();
        const auto thrown = each_rank<Place>(static_cast<int>(rows.size()) - 1, [&](const auto& here) {
            const auto r = static_cast<std::size_t>(here.rank());
            const std::uint64_t mine = rows[r + 1] - rows[r], made = columns[r + 1] - columns[r];
            std::vector<Item> elements(mine * wide), right(made * high);
            for (std::uint64_t i = 0; i < elements.size(); ++i) {
                elements[i] = numbered_item<Item>(rows[r] * wide + i);
            }
            const buffer<Item> input(elements), output(right);
            transpose(here, matrix_view<const Item>(input.address(), mine, wide),
                      matrix_view<Item>(output.address(), made, high));
            for (std::uint64_t i = 0; i < right.size(); ++i) {
                right[i] = numbered_item<Item>(i % high * wide + columns[r] + i / high);
            }
            EXPECT_TRUE(output.values() == right)
                << "rank " << r << " of " << here.size() << ": rows " << rows[r] << " to " << rows[r + 1] << " of "
                << high << ", columns " << columns[r] << " to " << columns[r + 1] << " of " << wide;
        });
        for (const std::string& one : thrown) EXPECT_EQ(one, "");
    }
};
TYPED_TEST_SUITE_P(TransposeRanks);

TYPED_TEST_P(TransposeRanks, EveryCutGivesTheSame) {
    for (const int ranks : {2, 3}) {
        for (const auto& rows : every_cut(4, ranks)) {
            for (const auto& columns : every_cut(3, ranks)) {
                this->template expect_transpose<item<std::uint32_t, 1>>(rows, columns);
            }
        }
    }
}

/// More than travels at a time, of blocks that are cut by rows, by columns, and not alike on all ranks.
TYPED_TEST_P(TransposeRanks, GoesInPieces) {
    using wide = item<std::uint64_t, 2>;
    this->template expect_transpose<wide>({0, 1500, 1500}, {0, 100, 1201});
    this->template expect_transpose<wide>({0, 10, 1003}, {0, 1701, 1702});
    this->template expect_transpose<wide>({0, 3, 4}, {0, 1, 700'001});
}

TYPED_TEST_P(TransposeRanks, ShapesThatDoNotFitThrowOnAllRanks) {
    const auto thrown_by = [](std::uint64_t columns_of_1, std::uint64_t outputs_columns_of_1, std::uint64_t rows_of_1) {
        return each_rank<TypeParam>(2, [&](const auto& here) {
            const typename TypeParam::template buffer<int> numbers(std::vector<int>(100));
            const bool second = here.rank() == 1;
            const std::uint64_t columns = second ? columns_of_1 : 4;
            transpose(
                here, matrix_view<const int>(numbers.address(), 2, columns),
                matrix_view<int>(numbers.address() + 50, second ? rows_of_1 : 1, second ? outputs_columns_of_1 : 4));
        });
    };
    using both = std::vector<std::string>;
    EXPECT_EQ(thrown_by(4, 4, 3), both(2));
    EXPECT_EQ(thrown_by(5, 4, 3),
              both(2, "transpose: rank 1 gives an input of 5 columns, and all outputs have 4 rows: give as many"));
    EXPECT_EQ(thrown_by(4, 3, 3),
              both(2, "transpose: rank 1 gives an output of 3 columns, and all inputs have 4 rows: give as many"));
    EXPECT_EQ(thrown_by(4, 4, 2),
              both(2, "transpose: rank 0 gives an input of 4 columns, and all outputs have 3 rows: give as many"));
}

TYPED_TEST_P(TransposeRanks, WhatOneRankGivesWrongThrowsOnAll) {
    const auto overlapping = each_rank<TypeParam>(3, [](const auto& here) {
        const typename TypeParam::template buffer<int> numbers(std::vector<int>(100));
        transpose(here, matrix_view<const int>(numbers.address(), 1, 3),
                  matrix_view<int>(numbers.address() + (here.rank() == 2 ? 2 : 50), 1, 3));
    });
    EXPECT_EQ(overlapping[2], "transpose: the output overlaps the input: give it another place");
    EXPECT_EQ(overlapping[0], "rank 2: " + overlapping[2]);
    EXPECT_EQ(overlapping[1], overlapping[0]);

    const auto of_other_types = each_rank<TypeParam>(2, [](const auto& here) {
        const auto empty = [&]<class T>(T) { transpose(here, matrix_view<const T>{}, matrix_view<T>{}); };
        here.rank() == 0 ? empty(1) : empty(1.0);
    });
    for (const std::string& one : of_other_types) {
        EXPECT_NE(one.find("rank 1 gives other types than rank 0"), one.npos) << one;
    }
}

REGISTER_TYPED_TEST_SUITE_P(TransposeRanks, EveryCutGivesTheSame, GoesInPieces, ShapesThatDoNotFitThrowOnAllRanks,
                            WhatOneRankGivesWrongThrowsOnAll);

}  // namespace strider::test
