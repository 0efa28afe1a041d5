// Map, gather and scatter on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/map_calls.hpp"
#include "tests/library/map_conformance.hpp"
#include "tests/library/scatter_reduce_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, MapConformance, cuda_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, ScatterReduceConformance, cuda_place);
const listed<cuda_place, map_calls> maps("map");

struct low_byte_of_index {
    STRIDER_HOST_DEVICE std::uint8_t operator()(std::uint8_t x, std::uint64_t i) const {
        return static_cast<std::uint8_t>(x + i / 3);
    }
};

/// Device memory of so many bytes, all of them `byte`.
struct device_bytes {
    std::uint64_t count;
    unsigned char* first = nullptr;
    device_bytes(std::uint64_t bytes, int byte) : count(bytes) {
        check(cudaMalloc(&first, bytes), "cudaMalloc");
        check(cudaMemset(first, byte, bytes), "cudaMemset");
    }
    device_bytes(const device_bytes&) = delete;
    device_bytes& operator=(const device_bytes&) = delete;
    ~device_bytes() { cudaFree(first); }
    template <class T>
    std::span<T> as() const {
        return {reinterpret_cast<T*>(first), count / sizeof(T)};
    }
    unsigned char at(std::uint64_t i) const {
        unsigned char found = 0;
        check(cudaMemcpy(&found, first + i, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
        return found;
    }
};

TEST(MapCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const std::vector<std::uint64_t> places = {0,        1, 255, std::uint64_t{1} << 31, (std::uint64_t{1} << 32) + 1,
                                               count - 1};
    const device_bytes input(count, 5), output(count, 0);
    transform(gpu{}, input.as<const std::uint8_t>(), output.as<std::uint8_t>(), with_index{low_byte_of_index{}});
    for (const std::uint64_t at : places) EXPECT_EQ(output.at(at), static_cast<std::uint8_t>(5 + at / 3)) << at;

    // Indices beyond 2^32, among more than 2^32 of them that are zero.
    const device_bytes indices(count * 8, 0), collected(count, 0);
    for (const std::uint64_t at : places) {
        check(cudaMemcpy(indices.first + at * 8, &at, 8, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    gather(gpu{}, output.as<const std::uint8_t>(), indices.as<const std::uint64_t>(), collected.as<std::uint8_t>(),
           checked);
    for (const std::uint64_t at : places) EXPECT_EQ(collected.at(at), static_cast<std::uint8_t>(5 + at / 3)) << at;
    EXPECT_EQ(collected.at(77), 5);
    scatter(gpu{}, input.as<const std::uint8_t>(), indices.as<const std::uint64_t>(), collected.as<std::uint8_t>());
    for (const std::uint64_t at : places) EXPECT_EQ(collected.at(at), 5) << at;
    EXPECT_EQ(collected.at(77), 5);
}

TEST(MapCuda, MoreThanTwoToTheThirtyTwoAdditions) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const device_bytes input(count * 4, 0), indices(count * 4, 0), output(12, 0);
    const std::uint32_t one = 1;
    for (const std::uint64_t at : {std::uint64_t{0}, count / 2, count - 1}) {
        check(cudaMemcpy(input.first + at * 4, &one, 4, cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    scatter_reduce(gpu{}, input.as<const std::uint32_t>(), indices.as<const std::uint32_t>(),
                   output.as<std::uint32_t>());
    EXPECT_EQ(output.at(0), 3);
}

TEST(MapCuda, IsCapturedInAGraphAndReplayed) {
    const std::vector<int> elements = random_elements<int>(1'000'000, 5);
    std::vector<std::uint32_t> at(elements.size());
    for (std::uint64_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::uint32_t>(i * 37 % at.size());
    const std::vector<int> zeros(elements.size(), 0);
    const cuda_buffer<int> input(elements), mapped(zeros), gathered(zeros), sums(zeros);
    const cuda_buffer<std::uint32_t> indices(at);
    const auto span_of = [&](const cuda_buffer<int>& buffer) { return std::span<int>(buffer.address(), at.size()); };
    const own_stream own;
    const cudaStream_t stream = own.stream;
    const captured_graph graph(stream, [&] {
        transform(gpu{stream}, input.range(), span_of(mapped), tripled{});
        gather(gpu{stream}, mapped.range(), indices.range(), span_of(gathered));
        scatter_reduce(gpu{stream}, gathered.range(), indices.range(), span_of(sums));
    });
    for (int replay = 1; replay <= 3; ++replay) {
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        std::vector<int> right(elements.size());
        for (std::uint64_t i = 0; i < right.size(); ++i) {  // gathered from there, and scattered back
            right[i] = static_cast<int>(3u * static_cast<unsigned>(replay) * static_cast<unsigned>(elements[i]));
        }
        EXPECT_EQ(sums.values(), right);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
