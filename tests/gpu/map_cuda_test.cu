// Map, gather and scatter on a GPU: what only a GPU has.

namespace strider::test {

struct low_byte_of_index {
    STRIDER_HOST_DEVICE std::uint8_t operator()(std::uint8_t x, std::uint64_t i) const {
        return static_cast<std::uint8_t>(x + i / 3);
    }
};

TEST(MapCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const std::vector<std::uint64_t> places = {0,        1, 255, std::uint64_t{1} << 31, (std::uint64_t{1} << 32) + 1,
                                               count - 1};
    const cuda_memory<std::uint8_t> input(count, 5), output(count), collected(count);
    transform(gpu{}, input.range(), output.range(), with_index{low_byte_of_index{}});
    for (const std::uint64_t at : places) EXPECT_EQ(output.at(at), static_cast<std::uint8_t>(5 + at / 3)) << at;

    // Indices beyond 2^32, among more than 2^32 of them that are zero.
    const cuda_memory<std::uint64_t> indices(count);
    for (const std::uint64_t at : places) indices.put(at, at);
    gather(gpu{}, output.range(), indices.range(), collected.range(), checked);
    for (const std::uint64_t at : places) EXPECT_EQ(collected.at(at), static_cast<std::uint8_t>(5 + at / 3)) << at;
    EXPECT_EQ(collected.at(77), 5);
    scatter(gpu{}, input.range(), indices.range(), collected.range());
    for (const std::uint64_t at : places) EXPECT_EQ(collected.at(at), 5) << at;
    EXPECT_EQ(collected.at(77), 5);
}

TEST(MapCuda, MoreThanTwoToTheThirtyTwoAdditions) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const cuda_memory<std::uint32_t> input(count), indices(count), output(3);
    for (const std::uint64_t at : {std::uint64_t{0}, count / 2, count - 1}) input.put(at, 1);
    scatter_reduce(gpu{}, input.range(), indices.range(), output.range());
    EXPECT_EQ(output.at(0), 3u);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
