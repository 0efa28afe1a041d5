// says: argument 3: must_be_offsets_that_are_integers_consecutive_in_memory
#include <cstdint>
#include <vector>

#include <strider/segmented_scan.hpp>
#include <strider/views.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3}, offsets{0, 2, 3};
    const std::uint64_t count = 1;
    std::vector<int> sums(3);
    strider::segmented_inclusive_scan(strider::cpu{}, numbers, strider::views::counted_at(offsets, &count), sums);
}
