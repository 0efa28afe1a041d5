// Views read by the CUDA kernels in the executor, those of the standard library among them.
#include "tests/library/simt_place.hpp"
#include "tests/library/views_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ViewsConformance, simt_place);

TEST(ViewsSimt, ReadsViewsOfTheStandardLibrary) {
    const std::vector<int> numbers = random_elements<int>(10'000, 3);
    const simt_buffer<int> memory(numbers);
    const auto half = [](int x) { return x / 2; };
    EXPECT_EQ(reduce(simt{}, memory.range() | std::views::transform(half)),
              reduce(serial{}, numbers | std::views::transform(half)));
    EXPECT_EQ(argmin(simt{}, memory.range() | std::views::reverse).index,
              argmin(serial{}, numbers | std::views::reverse).index);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
