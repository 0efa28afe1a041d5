// Reductions of rows and columns over ranks that are threads of the host: the suite's, and what ranks alone can get
// wrong.
#include <algorithm>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks.hpp"
#include "tests/library/host_backends.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"

namespace strider {

namespace detail {

/// The part of an output, or what there is of it.
template <class Output>
auto room_of(const Output& output, std::uint64_t first, std::uint64_t count) {
    const std::uint64_t room = std::ranges::size(output);
    return part_of(output, std::min(first, room), std::min(first + count, room));
}

/// Some rows of a matrix.
template <class T>
matrix_view<const T> rows_of(const matrix_view<const T>& view, std::uint64_t first, std::uint64_t end) {
    return {view.data + first * view.stride, end - first, view.columns, view.stride};
}

}  // namespace detail

template <ranks_policy Policy, class T, class Output, class... How>
void reduce_rows(const Policy& at, const matrix_view<const T>& view, const Output& output, const How&... how) {
    at.run(view.rows, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        reduce_rows(here, detail::rows_of(view, first, end), detail::room_of(output, first, end - first), how...);
    });
}

template <ranks_policy Policy, class T, class Output, class... How>
void reduce_columns(const Policy& at, const matrix_view<const T>& view, const Output& output, const How&... how) {
    at.run(view.rows, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        const typename Policy::backend::template buffer<T> mine(
            detail::values_at(here.local, std::ranges::data(output), view.columns));
        reduce_columns(here, detail::rows_of(view, first, end), std::span<T>(mine.address(), view.columns), how...);
        return at.keep(here, std::ranges::data(output), mine.address(), view.columns);
    });
}

namespace test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SegmentedReduceConformance);  // which reduces segments as well

/// Of the suite of segments, rows and columns.
template <class Backend>
class MatrixConformance : public SegmentedReduceConformance<Backend> {};
TYPED_TEST_SUITE_P(MatrixConformance);

TYPED_TEST_P(MatrixConformance, RowsAndColumnsHaveTheBitsOfTheReduction) {
    this->expect_matrices(random_elements<float>(this->most(), 7), plus{});
    this->expect_matrices(random_words<1>(this->few()), tell_tree{});
}

REGISTER_TYPED_TEST_SUITE_P(MatrixConformance, RowsAndColumnsHaveTheBitsOfTheReduction);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, MatrixConformance, ranks_of<cpu_backend>);

TEST(MatrixOverRanks, EveryCutOfAFewRows) {
    constexpr std::uint64_t rows = 4, columns = 5, stride = 6;
    const std::vector<float> elements = random_elements<float>(rows * stride, 4);
    std::vector<float> right(columns);
    reduce_columns(serial{}, matrix_view<const float>(elements.data(), rows, columns, stride), right);
    for (const int ranks : {1, 2, 3, 7}) {
        for (const auto& first : every_cut(rows, std::min(ranks, 3))) {
            const auto thrown = each_rank<cpu_backend>(ranks, [&](const auto& here) {
                const std::size_t r = std::min(static_cast<std::size_t>(here.rank()), first.size() - 1),
                                  end = std::min(r + 1, first.size() - 1);
                std::vector<float> output(columns, -1);
                reduce_columns(here,
                               matrix_view<const float>(elements.data() + first[r] * stride, first[end] - first[r],
                                                        columns, stride),
                               output);
                expect_same(output, right, "columns");
            });
            EXPECT_EQ(thrown, std::vector<std::string>(thrown.size()));
        }
    }
}

TEST(MatrixOverRanks, OneRanksWrongArgumentsAreAllRanks) {
    const auto columns = each_rank<cpu_backend>(2, [](const auto& here) {
        const std::vector<int> input(6, 1);
        std::vector<int> output(6, 1);
        const matrix_view<const int> view(input.data(), 2, here.rank() == 0 ? 3 : 2);
        EXPECT_THROW(reduce_rows(here, view, output), std::invalid_argument);
        reduce_columns(here, view, output);
    });
    for (const std::string& one : columns) {
        EXPECT_EQ(one,
                  "reduce_columns: rank 1 has rows of 2 elements and rank 0 of 3: give all ranks the same columns");
    }
    const auto overlapping = each_rank<cpu_backend>(2, [](const auto& here) {
        std::vector<int> input(6, 1), output(6, 1);
        const matrix_view<const int> view(input.data(), 2, 3);
        const std::span<int> to(here.rank() == 0 ? output.data() : input.data() + 3, 3);
        EXPECT_THROW(reduce_rows(here, view, to), std::exception);
        reduce_columns(here, view, to);
    });
    EXPECT_EQ(overlapping[1], "reduce_columns: the output overlaps the elements or offsets: give it another place");
    EXPECT_EQ(overlapping[0], "rank 1: " + overlapping[1]);
}

struct refuses_to_add_7 {
    int operator()(int a, int b) const {
        if (a == 7 || b == 7) throw std::runtime_error("seven");
        return a + b;
    }
};

TEST(MatrixOverRanks, AnOperatorThatThrowsOnOneRankThrowsOnAll) {
    const auto of_matrix = [](auto call) {
        return each_rank<cpu_backend>(3, [&](const auto& here) {
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

}  // namespace test
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
