// Views read by the host's two policies, and those of the standard library.
#include <deque>
#include <list>

namespace strider::test {

TEST(ViewsCpu, ReadsViewsOfTheStandardLibrary) {
    const std::vector<int> numbers = random_elements<int>(100'000, 3);
    std::vector<int> halves(numbers);
    for (int& number : halves) number /= 2;
    const auto half = [](int x) { return x / 2; };
    EXPECT_EQ(reduce(cpu{}, numbers | std::views::transform(half)), reduce(serial{}, halves));
    std::vector<int> scanned(halves), right(halves);
    inclusive_scan(cpu{}, numbers | std::views::transform(half), scanned);
    inclusive_scan(serial{}, halves, right);
    EXPECT_EQ(scanned, right);
    const std::deque<int> deque(numbers.begin(), numbers.end());
    EXPECT_EQ(reduce(cpu{}, std::views::all(deque)), reduce(serial{}, numbers));
    EXPECT_EQ(reduce(cpu{}, views::counted(deque.begin() + 1, 3)), numbers[1] + numbers[2] + numbers[3]);
    EXPECT_EQ(argmax(cpu{}, numbers | std::views::reverse).value, reduce(serial{}, numbers, maximum{}));
}

// What has no size or no indices is no view of ours; a container that is not consecutive is read by a view of it.
static_assert(!readable_elements<std::list<int>> && !readable_elements<std::deque<int>> &&
              !readable_elements<std::vector<bool>>);
static_assert(!readable_elements<decltype(std::views::iota(0))> && readable_elements<decltype(std::views::iota(0, 5))>);
static_assert(readable_elements<const decltype(views::iota(0, 5))> &&
              !contiguous_elements<decltype(views::iota(0, 5))>);

/// As thrust::device_vector: no range of the standard library.
struct vector_of_a_device {
    struct pointer {
        float* address;
        float* get() const { return address; }
    };
    std::vector<float> memory;
    pointer data() { return {memory.data()}; }
    std::size_t size() const { return memory.size(); }
};
struct constant_vector_of_a_device {
    struct pointer {
        const float* address;
        const float* get() const { return address; }
    };
    pointer data() const { return {nullptr}; }
    std::size_t size() const { return 0; }
};
static_assert(writable_elements<vector_of_a_device&> && contiguous_elements<constant_vector_of_a_device> &&
              !writable_elements<constant_vector_of_a_device>);

TEST(ViewsCpu, WritesToAVectorOfADevice) {
    vector_of_a_device to{std::vector<float>(100)};
    transform(cpu{}, views::iota(0, 100), to, detail::convert_to<float>{});
    EXPECT_EQ(to.memory[99], 99.0f);
    inclusive_scan(serial{}, views::repeat(1.0f, 100), to);
    EXPECT_EQ(to.memory[99], 100.0f);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
