// The convolution of the host's two policies.
#include <tbb/task_arena.h>

#include "tests/library/convolve_conformance.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, ConvolveConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, ConvolveConformance, cpu_place);

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
    for (const int threads : {1, 2, 5}) {
        std::ranges::fill(found, 0.0f);
        tbb::task_arena(threads).execute([&] { run(cpu{}, found); });
        EXPECT_TRUE(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)) == 0) << threads;
    }
}

}  // namespace strider::test
