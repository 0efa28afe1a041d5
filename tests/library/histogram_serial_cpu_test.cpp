// The histogram of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

/// Enough samples for every way of sharing them out, and for several threads.
TEST(HistogramCpu, AnyNumberOfThreadsCountsTheSame) {
    const auto samples = samples_around<float>(1'500'000, 0, 1, 1000, 1);
    const auto bytes = samples_around<std::uint8_t>(1'500'000, 0, 256, 256, 1);
    const auto weights = random_elements<float>(samples.size(), 5);
    for (const std::uint64_t bins : {1, 256, 5'000, 200'000}) {
        const even_bins even{bins, 0.0f, 1.0f};
        std::vector<std::uint64_t> right(3 * bins), found(3 * bins);
        std::vector<float> right_sums(bins), sums(bins);
        const auto right_outside = histogram<3>(serial{}, samples, even, right);
        weighted_histogram(serial{}, samples, weights, even, right_sums);
        on_1_2_and_5_threads([&] {
            EXPECT_EQ(histogram<3>(cpu{}, samples, even, found), right_outside);
            weighted_histogram(cpu{}, samples, weights, even, sums);
            EXPECT_EQ(found, right) << bins << " bins";
            EXPECT_EQ(sums, right_sums) << bins << " bins";
        });
    }
    std::vector<std::uint32_t> right(1024), found(1024);
    histogram<4>(serial{}, bytes, right);
    histogram<4>(cpu{}, bytes, found);
    EXPECT_EQ(found, right);
}

TEST(HistogramHost, LooksAtEdges) {
    const std::vector<double> samples(3, 1.0);
    std::vector<std::uint64_t> counts(2);
    EXPECT_THROW(histogram(cpu{}, samples, std::vector<double>{0, 2, 1}, counts), std::invalid_argument);
    EXPECT_THROW(histogram(serial{}, samples, std::vector<double>{0, std::nan(""), 1}, counts), std::invalid_argument);
}

/// The oracle's integer bins, against the definition in another form: bin b begins at the least x for which
/// (x - low) * count >= b * length.
TEST(HistogramSerial, EvenBinsOfIntegersAreExact) {
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 200; ++trial) {
        const std::int64_t low = static_cast<std::int32_t>(random()), length = 1 + static_cast<int>(random() % 5000);
        const std::uint64_t count = 1 + random() % 6000;
        std::vector<std::int64_t> samples(static_cast<std::size_t>(length));
        std::iota(samples.begin(), samples.end(), low);
        std::vector<std::uint64_t> found(count), right(count), of_cpu(count);
        const even_bins bins{count, low, low + length};
        EXPECT_EQ(histogram(serial{}, samples, bins, found), outside{});
        const auto first = [&](std::uint64_t b) {
            return (b * static_cast<std::uint64_t>(length) + count - 1) / count;
        };
        for (std::uint64_t b = 0; b < count; ++b) right[b] = first(b + 1) - first(b);
        ASSERT_EQ(found, right);
        histogram(cpu{}, samples, bins, of_cpu);
        ASSERT_EQ(of_cpu, right);
        std::vector<std::int32_t> narrow(samples.begin(), samples.end());
        if (low + length < std::numeric_limits<std::int32_t>::max()) {
            histogram(cpu{}, narrow, bins, of_cpu);
            ASSERT_EQ(of_cpu, right);
        }
    }
}

/// The rule by multiplication, where it is nearest to failing: bins of the whole 32 bits, at their edges.
TEST(HistogramCpu, DivisionByMultiplicationIsExactAtTheEdges) {
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 3000; ++trial) {
        const std::uint64_t count = 1 + random() % most_bins, length = (std::uint64_t{1} << 32) - random() % 7;
        const auto rule =
            binning::rule_of<std::uint32_t>(even_bins{count, std::int64_t{0}, static_cast<std::int64_t>(length)});
        const std::uint64_t b = random() % count, edge = (b * length + count - 1) / count;
        ASSERT_EQ(rule.cell_of(static_cast<std::uint32_t>(edge)), b);
        if (edge != 0) {
            ASSERT_EQ(rule.cell_of(static_cast<std::uint32_t>(edge - 1)), b - 1);
        }

        const std::uint64_t long_length = ~std::uint64_t{0} - random() % 7;
        const auto wide = binning::rule_of<std::uint64_t>(even_bins{count, std::uint64_t{0}, long_length});
        const auto long_edge =
            static_cast<std::uint64_t>((static_cast<binning::wide_unsigned>(b) * long_length + count - 1) / count);
        ASSERT_EQ(wide.cell_of(long_edge), b);
        if (long_edge != 0) {
            ASSERT_EQ(wide.cell_of(long_edge - 1), b - 1);
        }
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
