// Numbers of elements that kernels find in a GPU's memory: chains of calls in a CUDA graph, and sizes that take too
// long in the emulator.

namespace strider::test {

/// Results of the calls of a chain.
struct chain_memory {
    explicit chain_memory(const std::vector<float>& elements)
        : input(elements),
          kept(elements),
          scanned(elements),
          sum(std::vector<float>{-1}),
          bins(std::vector<unsigned>(8)),
          count(std::vector<std::uint64_t>{9}) {}

    cuda_buffer<float> input, kept, scanned, sum;
    cuda_buffer<unsigned> bins;
    cuda_buffer<std::uint64_t> count;
};
const even_bins<float> eight{8, -1e3f, 1e3f};

/// Whether a segment ends there, by a length that stands in the GPU's memory.
struct ends_at_multiple {
    const std::uint64_t* step;
    std::uint64_t elements;
    __host__ __device__ bool operator()(std::uint64_t end) const { return end % *step == 0 || end == elements; }
};

TEST(CountedCuda, AChainIsCapturedOnceAndLaunchedWithOtherData) {
    constexpr std::uint64_t capacity = 3'000'000;
    const chain_memory at(std::vector<float>(capacity, 7.0f));
    const std::span kept(at.kept.address(), capacity), scanned(at.scanned.address(), capacity);
    const own_stream own;
    workspace scratch;
    const gpu policy{own.stream, &scratch};
    const captured_graph graph(own.stream, [&] {
        compact_into(policy, at.input.range(), kept, at.count.address(), keeps{100});
        const auto those = views::counted_at(kept, at.count.address());
        reduce_into(policy, those, at.sum.address());
        inclusive_scan(policy, those, scanned);
        histogram_into(policy, those, eight, std::span(at.bins.address(), 8));
    });

    for (const std::uint64_t varied : {capacity, std::uint64_t{0}, std::uint64_t{70'001}, capacity}) {
        // The rest is one value: all of it is kept, or nothing.
        std::vector<float> elements = random_elements<float>(varied, varied + 1);
        elements.resize(capacity, 7.0f);
        const std::vector<float> untouched(capacity, -3.0f);
        const std::size_t bytes = capacity * sizeof(float);
        check(cudaMemcpy(at.input.address(), elements.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaMemcpy(kept.data(), untouched.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaMemcpy(scanned.data(), untouched.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        graph.launch();
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");

        std::vector<float> right_kept = untouched, right_scanned = untouched;
        std::vector<unsigned> right_bins(8);
        const std::uint64_t size = compact(serial{}, elements, right_kept, keeps{100});
        const auto right = std::span<const float>(right_kept).first(size);
        inclusive_scan(serial{}, right, right_scanned);
        histogram(serial{}, right, eight, right_bins);
        EXPECT_EQ(at.count.value(), size) << varied;
        EXPECT_TRUE(same_bits(at.sum.value(), reduce(serial{}, right))) << varied;
        expect_same(at.kept.values(), right_kept, "kept");
        expect_same(at.scanned.values(), right_scanned, "scanned", nan_bits::any);
        EXPECT_EQ(at.bins.values(), right_bins) << varied;
    }
}

// Where segments end, a compaction finds in a graph; how many there are, the host never sees.
TEST(CountedCuda, SegmentsAreFoundAndReducedInOneGraph) {
    constexpr std::uint64_t capacity = 3'000'000;
    const std::vector<float> elements = random_elements<float>(capacity, 4), untouched(capacity, -3.0f);
    const cuda_buffer<float> memory(elements), sums(untouched);
    const cuda_buffer<std::uint64_t> offsets(std::vector<std::uint64_t>(capacity + 1)),
        count(std::vector<std::uint64_t>{9}), step(std::vector<std::uint64_t>{1});
    const std::span all_offsets(offsets.address(), capacity + 1);
    const std::span to(sums.address(), capacity);
    const own_stream own;
    workspace scratch;
    const gpu policy{own.stream, &scratch};
    const captured_graph graph(own.stream, [&] {
        compact_into(policy, views::iota(std::uint64_t{1}, capacity + 1), all_offsets.subspan(1), count.address(),
                     ends_at_multiple{step.address(), capacity});
        segmented_reduce(policy, memory.range(), views::counted_at(all_offsets, count.address()), to);
    });

    for (const std::uint64_t every : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{1000}, std::uint64_t{700'001},
                                      capacity, std::uint64_t{64}}) {
        check(cudaMemcpy(step.address(), &every, sizeof every, cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaMemcpy(to.data(), untouched.data(), to.size_bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        graph.launch();
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");

        std::vector<std::uint64_t> right_offsets{0};
        for (std::uint64_t end = every; end < capacity; end += every) right_offsets.push_back(end);
        right_offsets.push_back(capacity);
        std::vector<float> right = untouched;
        segmented_reduce(serial{}, elements, right_offsets, right);
        EXPECT_EQ(count.value(), right_offsets.size() - 1) << every;
        expect_same(sums.values(), right, "segments of " + std::to_string(every));
    }
}

// Chunks have another size from 2^21 elements on, and compactions of more than 32 MiB go by the pipeline.
TEST(CountedCuda, LargeCapacities) {
    const std::vector<float> elements = random_elements<float>((std::uint64_t{1} << 24) + 5, 3);
    const cuda_buffer<float> memory(elements), found(elements), sum(std::vector<float>{-1});
    const cuda_buffer<std::uint64_t> kept(std::vector<std::uint64_t>{9});
    const std::span to(found.address(), elements.size());
    for (const std::uint64_t size : std::vector<std::uint64_t>{0, 1, 100'000, (1 << 21) - 1, 1 << 21, (1 << 22) - 1,
                                                               (1 << 23) + 1, elements.size() - 1, elements.size()}) {
        const cuda_buffer<std::uint64_t> number(std::vector<std::uint64_t>{size});
        const auto counted = views::counted_at(memory.range(), number.address());
        const auto some = std::span<const float>(elements).first(size);
        reduce_into(gpu{}, counted, sum.address());
        EXPECT_TRUE(same_bits(sum.value(), reduce(serial{}, some))) << size;
        reduce_into(gpu{}, counted, sum.address(), added_up{}, 1);
        EXPECT_TRUE(same_bits(sum.value(), reduce(serial{}, some, added_up{}, 1.0f))) << size;

        check(cudaMemcpy(to.data(), memory.address(), to.size_bytes(), cudaMemcpyDeviceToDevice), "cudaMemcpy");
        std::vector<float> right = elements;
        compact_into(gpu{}, counted, to, kept.address(), keeps{100});
        EXPECT_EQ(kept.value(), compact(serial{}, some, right, keeps{100}));
        expect_same(found.values(), right, "compaction of " + std::to_string(size));
        right = elements;
        check(cudaMemcpy(to.data(), memory.address(), to.size_bytes(), cudaMemcpyDeviceToDevice), "cudaMemcpy");
        inclusive_scan(gpu{}, counted, to);
        inclusive_scan(serial{}, some, right);
        expect_same(found.values(), right, "scan of " + std::to_string(size), nan_bits::any);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
