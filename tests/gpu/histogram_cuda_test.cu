// The histogram on a GPU: what only a GPU has.

namespace strider::test {

using counts_buffer = cuda_buffer<std::uint64_t>;

std::span<std::uint64_t> all_of(const counts_buffer& counts) { return {counts.address(), counts.range().size()}; }

TEST(HistogramCuda, MoreThanTwoToTheThirtyTwoSamples) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const cuda_memory<std::uint8_t> samples(count, 7);
    samples.fill(9, count - 5, 4);
    const counts_buffer counts(std::vector<std::uint64_t>(256, 1));
    std::vector<std::uint64_t> right(256);
    right[7] = count - 4;
    right[9] = 4;
    histogram(gpu{}, samples.range(), all_of(counts));
    EXPECT_EQ(counts.values(), right);
}

/// Enough samples for every multiprocessor, in one part and in several, spread and constant.
TEST(HistogramCuda, ManySamplesHaveTheCountsOfTheOracle) {
    const auto samples = samples_around<float>(20'000'003, 0, 1, 1000, 1);
    const cuda_buffer<float> input(samples), constant(std::vector<float>(20'000'003, 0.5f), 1);
    for (const std::uint64_t bins : {256, 2'048, 5'000, 65'536, 1 << 20}) {
        const even_bins even{bins, 0.0f, 1.0f};
        std::vector<std::uint64_t> right(bins);
        const counts_buffer counts(right);
        EXPECT_EQ(histogram(gpu{}, input.range(), even, all_of(counts)), histogram(serial{}, samples, even, right));
        EXPECT_EQ(counts.values(), right) << bins << " bins";
        histogram(gpu{}, constant.range(), even, all_of(counts));
        EXPECT_EQ(counts.values()[bins / 2], constant.range().size()) << bins << " bins";
    }
}

TEST(HistogramCuda, IsCapturedInAGraphAndReplayedAndAllocatesOnce) {
    const auto samples = samples_around<float>(3'000'000, 0, 1, 1000, 2);
    const std::vector<float> weights = random_elements<float>(samples.size(), 4);
    const cuda_buffer<float> input(samples), of(weights), sums(std::vector<float>(300, 0));
    const counts_buffer few(std::vector<std::uint64_t>(100)), many(std::vector<std::uint64_t>(100'000));
    const cuda_buffer<outside> out(std::vector<outside>(3));
    std::vector<std::uint64_t> right_few(100), right_many(100'000);
    std::vector<float> right_sums(300);
    const even_bins few_bins{100u, 0.0f, 1.0f}, many_bins{100'000u, 0.0f, 1.0f}, of_sums{300u, 0.0f, 1.0f};
    const outside right_outside = histogram(serial{}, samples, few_bins, right_few);
    histogram(serial{}, samples, many_bins, right_many);
    weighted_histogram(serial{}, samples, weights, of_sums, right_sums);

    const own_stream own;
    const cudaStream_t stream = own.stream;
    const gpu on{stream};
    const auto call = [&] {
        histogram_into(on, input.range(), few_bins, all_of(few), out.address());
        histogram_into(on, input.range(), many_bins, all_of(many), out.address() + 1);
        weighted_histogram_into(on, input.range(), of.range(), of_sums, std::span<float>(sums.address(), 300),
                                out.address() + 2);
    };
    const captured_graph graph(stream, call);  // the first on this stream: it allocates
    std::size_t before = 0, after = 0, total = 0;
    check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(few.address(), 0xff, 100 * sizeof(std::uint64_t), stream), "cudaMemset");
        check(cudaMemsetAsync(many.address(), 0xff, 100'000 * sizeof(std::uint64_t), stream), "cudaMemset");
        if (replay < 2) {
            graph.launch();
        } else {
            call();
        }
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_EQ(few.values(), right_few);
        EXPECT_EQ(many.values(), right_many);
        EXPECT_EQ(sums.values(), right_sums);
        EXPECT_EQ(out.values(), (std::vector<outside>(3, right_outside)));
    }
    check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
    EXPECT_EQ(before, after);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
