// Scans over ranks that are threads of the host.
#include <algorithm>
#include <stdexcept>

#include "tests/distributed/scan_cuts.hpp"
#include "tests/library/host_backends.hpp"
#include "tests/library/scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, ScanConformance, ranks_of<cpu_backend>);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, ScanCuts, cpu_backend);

/// Several regions in small tiles, which no number of elements that a test has time for gives.
template <class Backend>
void expect_regions(const std::vector<std::uint64_t>& cut_at, bool in_payload) {
    using word = words<8>;
    const scan_order::tile_shape shape = scan_order::tile_shape(1, sizeof(word)).piece(cut_at.back());
    ASSERT_EQ(shape.regions, 4u);
    const auto elements = random_words<8>(shape.elements);
    const std::optional<word> init = elements[5];
    std::vector<word> right(elements.size()), found(elements.size());
    scan_regions<false>(serial{}, contiguous<word>{elements.data()}, shape, right.data(), tell_tree{}, init);

    const detail::cut parts{cut_at};
    std::uint64_t most_told = 0;
    for (int r = 0; r < parts.ranks(); ++r) {
        most_told =
            std::max(most_told, detail::scan_nodes::count(parts.begin(r) / shape.tile, parts.end(r) / shape.tile));
    }
    using local = decltype(Backend::policy());
    ASSERT_EQ(most_told * sizeof(word) <= detail::payload_bytes<local>(parts.ranks()), in_payload) << most_told;
    const auto thrown = on_ranks<Backend>(cut_at, [&](const auto& here, std::uint64_t first, std::uint64_t) {
        detail::scan_parts<false>(here, {"scan"}, {parts, shape}, elements.data() + first, found.data() + first,
                                  tell_tree{}, init);
    });
    EXPECT_THAT(thrown, testing::Each(""));
    expect_same(found, right, "scan of several regions");
}

TEST(ScanRanks, KnowWhatStandsBeforeThemInSeveralRegions) {
    constexpr std::uint64_t tile = scan_order::tile_shape(1, 32).tile, region = 1024 * tile,
                            all = 3 * region + 9 * tile + 5;
    expect_regions<cpu_backend>({0, all}, true);
    expect_regions<cpu_backend>({0, region, 2 * region, all}, true);
    expect_regions<cpu_backend>({0, 33 * tile + 7, 2 * region + 70 * tile + 1, 2 * region + 75 * tile, all}, true);
    expect_regions<serial_backend>({0, 1000 * tile, 1020 * tile + 3, 3 * region - 5, all}, true);
    std::vector<std::uint64_t> ragged;  // parts of 31 tiles, 5 groups and 31 tiles
    for (std::uint64_t at = 0; at < all; at += 200 * tile + 9) ragged.push_back(at);
    ragged.push_back(all);
    expect_regions<cpu_backend>(ragged, false);
}

/// The failures of a scan of 9,000 ones by three ranks, whose operator throws where `wrong(rank, sum)`; the ranks' next
/// call works.
template <class Backend, class Wrong>
std::vector<std::string> failures_of(Wrong wrong, const std::vector<std::uint64_t>& cut = {0, 2900, 6100, 9000}) {
    const std::vector<int> elements(9000, 1);
    std::vector<int> output(9000);
    return on_ranks<Backend>(cut, [&](const auto& here, std::uint64_t first, std::uint64_t end) {
        const auto op = [&wrong, rank = here.rank()](int a, int b) {
            return wrong(rank, a + b) ? throw std::overflow_error("too many") : a + b;
        };
        const std::span<int> mine(output.data() + first, end - first);
        const std::span<const int> from(elements.data() + first, end - first);
        std::exception_ptr failure;
        try {
            inclusive_scan(here, from, mine, op);
        } catch (...) {
            failure = std::current_exception();
        }
        inclusive_scan(here, from, mine);
        for (std::uint64_t i = 0; i < mine.size(); ++i) EXPECT_EQ(mine[i], static_cast<int>(first + i + 1));
        if (failure) std::rethrow_exception(failure);
    });
}

template <class Backend>
void expect_that_all_throw() {
    // While a rank makes its totals, while it hears of those before it, and while it writes results.
    expect_thrown_by(failures_of<Backend>([](int rank, int sum) { return rank == 1 && sum == 3; }), 1, "too many");
    expect_thrown_by(failures_of<Backend>([](int rank, int sum) { return rank == 2 && sum > 6000; }), 2, "too many");
    expect_thrown_by(failures_of<Backend>([](int rank, int sum) { return rank == 0 && sum == 2895; }), 0, "too many");
    // And where it has all elements.
    expect_thrown_by(
        failures_of<Backend>([](int rank, int sum) { return rank == 1 && sum > 6000; }, {0, 0, 9000, 9000}), 1,
        "too many");
}

TEST(ScanRanks, AnOperatorThatThrowsOnOneRankMakesAllThrow) {
    expect_that_all_throw<serial_backend>();
    expect_that_all_throw<cpu_backend>();
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
