// Views read by the CUDA kernels in the emulator, those of the standard library among them.

namespace strider::test {

TEST(ViewsEmulator, ReadsViewsOfTheStandardLibrary) {
    const std::vector<int> numbers = random_elements<int>(10'000, 3);
    const emulator_buffer<int> memory(numbers);
    const auto half = [](int x) { return x / 2; };
    EXPECT_EQ(reduce(emulator{}, memory.range() | std::views::transform(half)),
              reduce(serial{}, numbers | std::views::transform(half)));
    EXPECT_EQ(argmin(emulator{}, memory.range() | std::views::reverse).index,
              argmin(serial{}, numbers | std::views::reverse).index);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
