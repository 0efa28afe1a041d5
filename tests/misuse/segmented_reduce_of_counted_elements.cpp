// says: argument 2: must_have_its_number_of_elements_on_the_host_this_call_takes_no_views_counted_at
#include <cstdint>
#include <vector>

#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3}, offsets{0, 2, 3};
    const std::uint64_t count = 2;
    std::vector<int> sums(2);
    strider::segmented_reduce(strider::cpu{}, strider::views::counted_at(numbers, &count), offsets, sums);
}
