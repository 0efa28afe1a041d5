// Transforms over ranks: the suite, and what ranks alone can get wrong.
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_map.hpp"
#include "tests/library/map_conformance.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MapConformance);  // which gathers and scatters as well

/// Calls of the suite of maps, gathers and scatters.
template <class Backend>
class TransformConformance : public MapConformance<Backend> {};
TYPED_TEST_SUITE_P(TransformConformance);

TYPED_TEST_P(TransformConformance, MapsAnyTypesAtAnyAlignment) {
    for (const std::size_t offset : {0, 1, 3}) {
        this->template expect_map<std::int32_t, std::int32_t>(offset, offset, tripled{});
    }
    this->template expect_map<float, std::uint8_t>(0, 0, narrowed{});
    this->template expect_map<std::int32_t, std::int32_t>(0, 0, plus_one_unless_told{});
    this->template expect_map<bounded_text, bounded_text>(1, 0, turned{});
}

TYPED_TEST_P(TransformConformance, IndicesAreThoseOfAllElements) {
    this->template expect_map<std::uint16_t, std::uint64_t>(0, 0, with_index{numbered{}});
}

TYPED_TEST_P(TransformConformance, MapsTwoInputs) {
    this->template expect_map_of_two<float, float, float>(1, 0, 2, less_of{});
    this->template expect_map_of_two<triangle, std::uint8_t, triangle>(0, 1, 1, scaled{});
}

REGISTER_TYPED_TEST_SUITE_P(TransformConformance, MapsAnyTypesAtAnyAlignment, IndicesAreThoseOfAllElements,
                            MapsTwoInputs);

struct throws_at_7 {
    STRIDER_HOST_DEVICE int operator()(int x) const {
#if !defined(STRIDER_DEVICE_CODE)
        if (x == 7) throw std::runtime_error("seven");
#endif
        return x;
    }
};

template <class Backend>
class TransformOverRanks : public testing::Test {};
TYPED_TEST_SUITE_P(TransformOverRanks);

TYPED_TEST_P(TransformOverRanks, OneRanksWrongArgumentsAreAllRanks) {
    using buffer = typename TypeParam::template buffer<int>;
    const auto thrown = each_rank<TypeParam>(3, [](const auto& here) {
        const buffer input(std::vector<int>(5, 1)), output(std::vector<int>(5, 2));
        const std::size_t room = here.rank() == 1 ? 4 : 5;
        EXPECT_THROW(transform(here, input.range(), std::span<int>(output.address(), room), tripled{}), std::exception);
        EXPECT_EQ(output.values(), std::vector<int>(5, 2));
        transform(here, input.range(), input.range(), std::span<int>(output.address(), room), plus{});
    });
    EXPECT_EQ(thrown[0], "rank 1: transform: the output has room for 4 of the input's 5 elements: give it as many");
    EXPECT_EQ(thrown[1], "transform: the output has room for 4 of the input's 5 elements: give it as many");
    EXPECT_EQ(thrown[2], thrown[0]);
}

TYPED_TEST_P(TransformOverRanks, DifferentCallsAreFoundOut) {
    using buffer = typename TypeParam::template buffer<int>;
    const auto thrown = each_rank<TypeParam>(2, [](const auto& here) {
        const buffer input(std::vector<int>(5, 1)), output(std::vector<int>(5, 2));
        const std::span<int> to(output.address(), 5);
        if (here.rank() == 0) {
            transform(here, input.range(), to, tripled{});
        } else {
            transform(here, input.range(), to, plus_one_unless_told{});
        }
    });
    for (const std::string& one : thrown) EXPECT_NE(one.find("rank 1 gives other types than rank 0"), one.npos) << one;
}

TYPED_TEST_P(TransformOverRanks, AFunctionThatThrowsOnOneRankThrowsOnAll) {
    if constexpr (detail::has_host_memory<decltype(TypeParam::policy())>) {
        const auto thrown = each_rank<TypeParam>(3, [](const auto& here) {
            const std::vector<int> input(5, here.rank() == 2 ? 7 : 1);
            std::vector<int> output(5);
            transform(here, input, output, throws_at_7{});
        });
        EXPECT_EQ(thrown, (std::vector<std::string>{"rank 2: seven", "rank 2: seven", "seven"}));
    }
}

REGISTER_TYPED_TEST_SUITE_P(TransformOverRanks, OneRanksWrongArgumentsAreAllRanks, DifferentCallsAreFoundOut,
                            AFunctionThatThrowsOnOneRankThrowsOnAll);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
