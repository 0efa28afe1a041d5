// The segmented scan on a GPU: what only a GPU has.

namespace strider::test {

TEST(SegmentedScanCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345, middle = (std::uint64_t{1} << 32) + 77;
    const cuda_memory<std::uint8_t> elements(count, 1);
    const cuda_buffer<std::uint64_t> offsets(std::vector<std::uint64_t>{0, 3, middle, count});
    segmented_inclusive_scan(gpu{}, elements.range(), offsets.range(), elements.range());
    const auto expect = [&](std::uint64_t at, std::uint64_t begin) {
        EXPECT_EQ(elements.at(at), static_cast<std::uint8_t>(at - begin + 1)) << at;
    };
    expect(2, 0);
    expect(1000, 3);
    expect(middle - 1, 3);
    expect(middle, middle);
    expect(count - 1, middle);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
