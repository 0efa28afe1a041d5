// says: argument 3: must_be_one_length_or_offsets_that_are_integers_consecutive_in_memory
#include <cstdint>
#include <vector>

#include <strider/segmented_reduce.hpp>
#include <strider/views.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<double> offsets{0, 2, 3};
    const std::uint64_t count = 1;
    std::vector<int> sums(2);
    strider::segmented_reduce(strider::cpu{}, numbers, strider::views::counted_at(offsets, &count), sums);
}
