// Views read by kernels on a GPU; vectors and iterators of Thrust among them.
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>

namespace strider::test {

TEST(ViewsCuda, ReadsAndWritesVectorsOfThrust) {
    const std::vector<float> numbers = random_elements<float>(100'003, 3);
    const thrust::device_vector<float> input(numbers.begin(), numbers.end());
    thrust::device_vector<float> output(numbers.size());
    EXPECT_TRUE(same_bits(reduce(gpu{}, input), reduce(serial{}, numbers)));
    inclusive_scan(gpu{}, views::transform(input, times_itself{}), output);
    std::vector<float> right(numbers.size()), found(numbers.size());
    inclusive_scan(serial{}, views::transform(numbers, times_itself{}), right);
    thrust::copy(output.begin(), output.end(), found.begin());
    expect_same(found, right, "scan of a device_vector");
}

TEST(ViewsCuda, FollowsIteratorsOfThrust) {
    EXPECT_EQ(reduce(gpu{}, views::counted(thrust::make_counting_iterator(3), 1000)),
              reduce(serial{}, views::iota(3, 1003)));
    const std::vector<float> numbers = random_elements<float>(10'000, 3);
    const thrust::device_vector<float> input(numbers.begin(), numbers.end());
    EXPECT_TRUE(same_bits(reduce(gpu{}, views::counted(input.begin(), 10'000)), reduce(serial{}, numbers)));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
