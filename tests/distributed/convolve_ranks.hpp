// What convolutions over ranks must do beside the suite: what ranks alone can get wrong.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_convolve.hpp"
#include "tests/library/convolve_conformance.hpp"

namespace strider::test {

template <class Place>
class ConvolveRanks : public testing::Test {
protected:
    template <class T>
    using buffer = typename Place::template buffer<T>;

    /// Every rank has its lines, of so many elements, of the image, which `convolve` takes as two ranges of them: it
    /// leaves the bits that serial{} leaves in the whole.
    template <class T, class Convolve>
    static void expect_serial_bits(const std::vector<std::uint64_t>& cut, std::uint64_t elements, Convolve convolve) {
        const std::vector<T> pixels = random_elements<T>(cut.back() * elements, 3);
        std::vector<T> right(pixels.size());
        convolve(serial{}, std::span(pixels), std::span(right));
        const auto thrown = each_rank<Place>(static_cast<int>(cut.size()) - 1, [&](const auto& here) {
            const std::uint64_t first = cut[static_cast<std::size_t>(here.rank())] * elements;
            const std::uint64_t size = cut[static_cast<std::size_t>(here.rank()) + 1] * elements - first;
            const buffer<T> input(std::span<const T>(pixels).subspan(first, size)), output(std::vector<T>(size, T(77)));
            convolve(here, input.range(), std::span<T>(output.address(), size));
            const std::vector<T> found = output.values();
            for (std::uint64_t i = 0; i < size; ++i) {
                EXPECT_TRUE(same_bits(found[i], right[first + i]))
                    << "element " << first + i << ", rank " << here.rank() << " of " << here.size();
            }
        });
        for (const std::string& one : thrown) EXPECT_EQ(one, "");
    }
};
TYPED_TEST_SUITE_P(ConvolveRanks);

/// Masks that reach over several parts, and over the image.
TYPED_TEST_P(ConvolveRanks, EveryCutOfRowsGivesTheSame) {
    constexpr std::uint64_t columns = 3;
    for (const boundary outside : every_boundary) {
        for (const std::uint64_t mask_rows : {1, 4, 11}) {
            const auto mask = random_weights<float>(mask_rows * 3, mask_rows), row = random_weights<float>(3, 5);
            const convolve_options options{.outside = outside, .fill = 3};
            const auto dense = [&]<class T>(const auto& at, std::span<const T> from, std::span<T> to) {
                const std::uint64_t rows = from.size() / columns;
                convolve(at, matrix_view<const T>(from.data(), rows, columns),
                         matrix_view<const float>(mask.data(), mask_rows, 3), matrix_view<T>(to.data(), rows, columns),
                         options);
            };
            const auto separable = [&]<class T>(const auto& at, std::span<const T> from, std::span<T> to) {
                const std::uint64_t rows = from.size() / columns;
                convolve_separable(at, matrix_view<const T>(from.data(), rows, columns),
                                   std::span(mask).first(mask_rows), row, matrix_view<T>(to.data(), rows, columns),
                                   options);
            };
            for (const int ranks : {2, 3}) {
                for (const auto& cut : every_cut(5, ranks)) {
                    SCOPED_TRACE(testing::Message() << "boundary " << static_cast<int>(outside) << ", " << mask_rows
                                                    << " rows, cut at " << cut[1] << " and " << cut[2]);
                    this->template expect_serial_bits<float>(cut, columns, dense);
                    if (ranks == 3) this->template expect_serial_bits<std::uint8_t>(cut, columns, separable);
                }
            }
        }
    }
}

TYPED_TEST_P(ConvolveRanks, EveryCutOfOneDimensionGivesTheSame) {
    for (const boundary outside : every_boundary) {
        for (const std::uint64_t width : {2, 5, 16}) {
            const auto mask = random_weights<float>(width, width);
            const convolve_options options{.outside = outside, .fill = 3, .channels = 2, .anchor_column = 1};
            for (const auto& cut : every_cut(6, 3)) {
                SCOPED_TRACE(testing::Message() << "boundary " << static_cast<int>(outside) << ", " << width
                                                << " weights, cut at " << cut[1] << " and " << cut[2]);
                this->template expect_serial_bits<float>(
                    cut, 2, [&](const auto& at, std::span<const float> from, std::span<float> to) {
                        convolve(at, from, mask, to, options);
                    });
            }
        }
    }
}

TYPED_TEST_P(ConvolveRanks, DifferentCallsAreFoundOut) {
    const auto thrown_by = [](std::uint64_t columns, float weight, const convolve_options& options) {
        return each_rank<TypeParam>(2, [&](const auto& here) {
            const typename TypeParam::template buffer<float> memory(std::vector<float>(100, 1.0f));
            const bool second = here.rank() == 1;
            const std::vector<float> mask = {1, 2, second ? weight : 3};
            const std::uint64_t wide = second ? columns : 4;
            convolve(here, matrix_view<const float>(memory.address(), 5, wide),
                     matrix_view<const float>(mask.data(), 3, 1), matrix_view<float>(memory.address() + 50, 5, wide),
                     second ? options : convolve_options{});
        });
    };
    using both = std::vector<std::string>;
    const both other_values(2, "convolve: rank 1 gives other values than rank 0: give the same on all ranks");
    EXPECT_EQ(thrown_by(4, 3, {}), both(2));
    EXPECT_EQ(thrown_by(4, 4, {}), other_values);
    EXPECT_EQ(thrown_by(4, 3, {.outside = boundary::wrap}), other_values);
    EXPECT_EQ(thrown_by(4, 3, {.flip = true}), other_values);
    EXPECT_EQ(thrown_by(4, 3, {.anchor_row = 2}), other_values);
    EXPECT_EQ(thrown_by(4, 3, {.separable_within = 0}), other_values);
    EXPECT_EQ(thrown_by(5, 3, {}),
              both(2, "convolve: rank 1 has rows of 5 elements and rank 0 of 4: give parts of one image"));
}

TYPED_TEST_P(ConvolveRanks, WhatOneRankGivesWrongThrowsOnAll) {
    const auto thrown_by = [](std::uint64_t output_rows, std::uint64_t mask_stride) {
        return each_rank<TypeParam>(3, [&](const auto& here) {
            const typename TypeParam::template buffer<float> memory(std::vector<float>(100, 1.0f));
            const bool wrong = here.rank() == 1;
            const std::vector<float> mask(9, 1.0f);
            convolve(here, matrix_view<const float>(memory.address(), 5, 4),
                     matrix_view<const float>(mask.data(), 3, 3, wrong ? mask_stride : 3),
                     matrix_view<float>(memory.address() + 50, wrong ? output_rows : 5, 4));
        });
    };
    const auto expect_of_rank_1 = [](const std::vector<std::string>& thrown, const std::string& what) {
        EXPECT_EQ(thrown, (std::vector<std::string>{"rank 1: " + what, what, "rank 1: " + what}));
    };
    expect_of_rank_1(thrown_by(4, 3),
                     "convolve: the output is 4 x 4 elements and the input 5 x 4: give two of one shape");
    expect_of_rank_1(thrown_by(5, 2),
                     "convolve: the mask: rows of 3 elements start 2 elements after each other: give a stride of at "
                     "least a row");
}

REGISTER_TYPED_TEST_SUITE_P(ConvolveRanks, EveryCutOfRowsGivesTheSame, EveryCutOfOneDimensionGivesTheSame,
                            DifferentCallsAreFoundOut, WhatOneRankGivesWrongThrowsOnAll);

}  // namespace strider::test
