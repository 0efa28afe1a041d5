// The segmented scan of the host's two policies. By functions: segmented_scan_by_function_serial_cpu_test.cpp.

namespace strider::test {

TEST(SegmentedScanHost, ChecksOffsets) {
    const std::vector<int> numbers(100, 1);
    std::vector<int> output(100, -1);
    for (const std::vector<int>& wrong : {std::vector{0, 20, 10, 30}, {0, 50, 101}, {-1, 5}}) {
        EXPECT_THROW(segmented_inclusive_scan(serial{}, numbers, wrong, output), std::invalid_argument);
        EXPECT_THROW(segmented_exclusive_scan(cpu{}, numbers, wrong, output), std::invalid_argument);
    }
    EXPECT_EQ(output, std::vector<int>(100, -1));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
