// The scan on a GPU: what only a GPU has.

namespace strider::test {

TEST(ScanCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const cuda_memory<std::uint8_t> elements(count, 1);
    inclusive_scan(gpu{}, elements.range(), elements.range());
    for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{255}, std::uint64_t{1} << 31, count - 1}) {
        EXPECT_EQ(elements.at(at), static_cast<std::uint8_t>(at + 1)) << at;
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
