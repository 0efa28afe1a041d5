// Numbers of elements that stand in memory, on the host's two policies; and what launches are made for where the host
// does not know them.

namespace strider::test {

// Of no size that may be found are there more blocks than a launch has, nor are there many fewer of the one with most.
TEST(Counted, LaunchesHaveTheMostBlocksOfAnySize) {
    std::vector<std::uint64_t> sizes;
    for (unsigned bits = 0; bits < 36; ++bits) {
        const std::uint64_t power = std::uint64_t{1} << bits;
        for (const std::uint64_t size : {power - 1, power, power + 1, power + (1 << 14) - 1, power + (1 << 14),
                                         power + (1 << 14) + 1, power / 2 * 3})
            sizes.push_back(size);
    }
    for (std::uint64_t rows = 1; rows < 16; ++rows) {
        for (std::uint64_t element = 1; element <= 32; element *= 2) {
            const std::uint64_t size = rows * 384 * scan_order::strips * scan_order::lanes * scan_order::run(element);
            sizes.insert(sizes.end(), {size - 1, size, size + 1});
        }
    }
    std::ranges::sort(sizes);
    std::uint64_t chunks = 0;
    for (const std::uint64_t size : sizes) {
        chunks = std::max(chunks, canonical_order::chunk_shape(size).chunks);
        EXPECT_GE(canonical_order::most_chunks_up_to(size), chunks) << size;
        EXPECT_LE(canonical_order::most_chunks_up_to(size), chunks + 1) << size;
    }
    for (const std::size_t bytes : {1, 2, 3, 4, 8, 12, 16, 24, 32}) {
        std::uint64_t tiles = 0;
        for (const std::uint64_t size : sizes) {
            const scan_order::tile_shape shape(size, bytes), most = scan_order::tile_shape::up_to(size, bytes);
            tiles = std::max(tiles, shape.tiles);
            EXPECT_GE(most.tiles, tiles) << size << ", " << bytes;
            EXPECT_LE(most.tiles, tiles + 1) << size << ", " << bytes;
            EXPECT_GE(most.tile, shape.tile);
            EXPECT_EQ(most.groups, (most.tiles + 31) / 32);
            EXPECT_EQ(most.regions, (most.groups + 31) / 32);
        }
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
