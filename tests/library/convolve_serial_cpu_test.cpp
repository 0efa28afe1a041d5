// The convolution of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

/// Several parts in both directions.
TEST(ConvolveCpu, AnyNumberOfThreadsGivesTheSameBits) {
    const std::uint64_t rows = 150, columns = 4'300;
    const std::vector<float> pixels = random_elements<float>(rows * columns, 12), mask = random_weights<float>(25, 1);
    std::vector<float> right(pixels.size()), found(pixels.size());
    const auto run = [&](auto policy, std::vector<float>& to) {
        convolve(policy, matrix_view<const float>(pixels.data(), rows, columns),
                 matrix_view<const float>(mask.data(), 5, 5), matrix_view<float>(to.data(), rows, columns),
                 {.outside = boundary::reflect});
    };
    run(serial{}, right);
    on_1_2_and_5_threads([&] {
        std::ranges::fill(found, 0.0f);
        run(cpu{}, found);
        EXPECT_TRUE(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)) == 0);
    });
}

/// The image begins anywhere in a line of 64 bytes. Its rows are whole lines, or they are not.
template <class T>
void expect_serial_bits_of_parts(std::uint64_t columns, std::uint64_t offset) {
    const std::uint64_t rows = 131;  // three parts
    const std::vector<T> pixels = random_elements<T>(rows * columns, 12), mask = random_weights<T>(9, 1);
    std::vector<T> right(pixels.size()), found(offset + pixels.size());
    const auto run = [&](auto policy, T* to) {
        convolve(policy, matrix_view<const T>(pixels.data(), rows, columns), matrix_view<const T>(mask.data(), 3, 3),
                 matrix_view<T>(to, rows, columns), {.outside = boundary::constant, .fill = 3});
    };
    run(serial{}, right.data());
    run(cpu{}, found.data() + offset);
    EXPECT_TRUE(std::memcmp(found.data() + offset, right.data(), right.size() * sizeof(T)) == 0)
        << columns << " columns, offset " << offset;
}

TEST(ConvolveCpu, HasTheBitsOfTheOracleInSeveralParts) {
    expect_serial_bits_of_parts<float>(4'112, 0);
    expect_serial_bits_of_parts<float>(4'112, 3);
    expect_serial_bits_of_parts<float>(4'111, 1);
    expect_serial_bits_of_parts<double>(1'416, 5);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
