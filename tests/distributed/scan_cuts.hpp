// Errors that only a scan over ranks can make: every cut of few elements, and calls that are wrong on one rank.
#pragma once

#include <gmock/gmock.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_scan.hpp"
#include "tests/library/conformance.hpp"

namespace strider::test {

/// work(policy, first, end) on every rank of a cut; gives what each has thrown.
template <class Backend, class Work>
std::vector<std::string> on_ranks(const std::vector<std::uint64_t>& first, Work work) {
    return each_rank<Backend>(static_cast<int>(first.size()) - 1, [&](const auto& here) {
        const auto r = static_cast<std::size_t>(here.rank());
        work(here, first[r], first[r + 1]);
    });
}

/// Rank `guilty` has thrown something that says `text`, and the others that it did.
inline void expect_thrown_by(const std::vector<std::string>& thrown, int guilty, const std::string& text) {
    const std::string& why = thrown[static_cast<std::size_t>(guilty)];
    EXPECT_THAT(why, testing::HasSubstr(text));
    for (std::size_t r = 0; r < thrown.size(); ++r) {
        EXPECT_EQ(thrown[r], static_cast<int>(r) == guilty ? why : "rank " + std::to_string(guilty) + ": " + why);
    }
}

template <class Backend>
class ScanCuts : public testing::Test {
protected:
    using word = words<4>;
    using buffer = typename Backend::template buffer<word>;
    static constexpr std::uint64_t tile = scan_order::tile_shape(1, sizeof(word)).tile;

    /// An exclusive and an inclusive scan of the parts of this cut have the bits of those of the whole.
    static void expect_whole(const std::vector<word>& elements, const std::vector<std::uint64_t>& first) {
        const std::uint64_t count = elements.size();
        const word init = elements.back();
        std::vector<word> inclusive(count), exclusive(count);
        inclusive_scan(serial{}, elements, inclusive, tell_tree{});
        exclusive_scan(serial{}, elements, exclusive, tell_tree{}, init);
        const buffer input(elements), output(std::vector<word>(count, word{}));
        EXPECT_THAT(on_ranks<Backend>(first,
                                      [&](const auto& here, std::uint64_t begin, std::uint64_t end) {
                                          const std::span<word> mine(input.address() + begin, end - begin);
                                          inclusive_scan(here, mine,
                                                         std::span<word>(output.address() + begin, end - begin),
                                                         tell_tree{});
                                          exclusive_scan(here, mine, mine, tell_tree{}, init);
                                      }),
                    testing::Each(""));
        std::string cut;
        for (const std::uint64_t begin : first) cut += " " + std::to_string(begin);
        expect_same(output.values(), inclusive, "inclusive, cut at" + cut);
        expect_same(input.values(), exclusive, "exclusive, in place, cut at" + cut);
    }
};
TYPED_TEST_SUITE_P(ScanCuts);

TYPED_TEST_P(ScanCuts, EveryCutAmongTwo) {
    const auto elements = random_words<4>(TypeParam::every_pair ? 2 * this->tile + 70 : this->tile + 10);
    for (std::uint64_t at = 0; at <= elements.size(); ++at) {
        this->expect_whole(elements, {0, at, elements.size()});
        if (this->HasFatalFailure()) return;
    }
}

TYPED_TEST_P(ScanCuts, CutsAmongThree) {
    const std::uint64_t tile = this->tile;
    const auto elements = random_words<4>(2 * tile + 70);
    const std::vector<std::uint64_t> places = {
        0, 1, 31, 33, 100, tile - 1, tile, tile + 1, tile + 97, 2 * tile - 1, 2 * tile, 2 * tile + 1, elements.size()};
    for (const std::uint64_t a : places) {
        for (const std::uint64_t b : places) {
            if (a > b) continue;
            this->expect_whole(elements, {0, a, b, elements.size()});
            if (this->HasFatalFailure()) return;
        }
    }
}

TYPED_TEST_P(ScanCuts, MoreRanksThanElements) {
    this->expect_whole(random_words<4>(3), {0, 0, 0, 1, 1, 2, 2, 2, 3, 3});
    this->expect_whole(random_words<4>(1), {0, 0, 0, 0, 1, 1});
    const auto thrown = on_ranks<TypeParam>({0, 0, 0}, [](const auto& here, std::uint64_t, std::uint64_t) {
        inclusive_scan(here, std::span<const int>(), std::span<int>());
    });
    EXPECT_THAT(thrown, testing::Each(""));
}

TYPED_TEST_P(ScanCuts, RefusesCallsThatAreWrongOnOneRank) {
    const typename TypeParam::template buffer<int> memory(std::vector<int>(100, 1));
    const auto part = [&](std::uint64_t first, std::uint64_t end) {
        return std::span<int>(memory.address() + first, end - first);
    };
    const auto failures_of = [&](auto call) {
        return on_ranks<TypeParam>({0, 30, 60, 90}, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
            call(here, here.rank() == 1, first, end);
        });
    };
    expect_thrown_by(failures_of([&](const auto& here, bool wrong, std::uint64_t first, std::uint64_t end) {
                         inclusive_scan(here, part(first, end), part(first, wrong ? end - 1 : end));
                     }),
                     1, "inclusive_scan: the output has room for 29 of the input's 30");
    expect_thrown_by(failures_of([&](const auto& here, bool wrong, std::uint64_t first, std::uint64_t end) {
                         exclusive_scan(here, part(first, end), part(first + wrong, end + wrong));
                     }),
                     1, "exclusive_scan: the output overlaps the input in part");
    const std::string name = "make the same call on all ranks";
    EXPECT_THAT(failures_of([&](const auto& here, bool wrong, std::uint64_t first, std::uint64_t end) {
                    if (wrong) {
                        exclusive_scan(here, part(first, end), part(first, end));
                    } else {
                        inclusive_scan(here, part(first, end), part(first, end));
                    }
                }),
                testing::Each(testing::HasSubstr(name)));
    EXPECT_THAT(failures_of([&](const auto& here, bool wrong, std::uint64_t first, std::uint64_t end) {
                    if (wrong) {
                        inclusive_scan(here, part(first, end), part(first, end), maximum{});
                    } else {
                        inclusive_scan(here, part(first, end), part(first, end));
                    }
                }),
                testing::Each(testing::HasSubstr(name)));
    EXPECT_THAT(failures_of([&](const auto& here, bool wrong, std::uint64_t first, std::uint64_t end) {
                    inclusive_scan(here, part(first, end), part(first, end), plus{}, wrong ? 5 : 4);
                }),
                testing::Each(testing::HasSubstr("gives other values than rank 0")));
    EXPECT_THAT(failures_of([&](const auto& here, bool, std::uint64_t first, std::uint64_t end) {
                    exclusive_scan(here, part(first, end), part(first, end), plus{}, std::int64_t{1} << 40);
                }),
                testing::Each(testing::HasSubstr("is no value of the elements' type")));
    EXPECT_EQ(memory.values(), std::vector<int>(100, 1));
}

REGISTER_TYPED_TEST_SUITE_P(ScanCuts, EveryCutAmongTwo, CutsAmongThree, MoreRanksThanElements,
                            RefusesCallsThatAreWrongOnOneRank);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
