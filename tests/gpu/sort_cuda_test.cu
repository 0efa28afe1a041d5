// Sorts on a GPU: what only a GPU has.

namespace strider::test {

/// Several launches a pass: more than 2^30 elements, and places of more than 32 bits.
TEST(SortCuda, MoreThanTwoToTheThirtyTwoElements) {
    if (few_sizes) GTEST_SKIP() << "takes too long under a sanitizer";
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456;
    const cuda_memory<std::uint8_t> elements(count, 200);
    elements.fill(5, count / 2, 1'000'000);
    elements.fill(7, count - 3, 3);
    workspace scratch;  // gives its 8 GiB back
    sort(gpu{nullptr, &scratch}, elements.range());
    std::vector<std::uint8_t> right(1'000'000, 5);
    right.insert(right.end(), {7, 7, 7, 200});
    EXPECT_EQ(elements.part(0, right.size()), right);
    EXPECT_EQ(elements.at(count - 1), 200);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
