// One error for each call, as the line before it says.
#include <cstdint>
#include <vector>

#include <strider/segmented_scan.hpp>
#include <strider/views.hpp>

// says: argument 5: must_be_an_operator_of_known_identity_without_an_initial_value
void segmented_exclusive_scan_without_identity() {
    std::vector<int> numbers{1, 2, 3};
    const std::vector<unsigned> offsets{0, 3};
    strider::segmented_exclusive_scan(strider::serial{}, numbers, offsets, numbers,
                                      [](int a, int b) { return 10 * a + b; });
}

// says: argument 3: must_be_offsets_that_are_integers_consecutive_in_memory
void segmented_inclusive_scan_by_numbers() {
    std::vector<int> numbers{1, 2, 3};
    const std::vector<double> offsets{0, 3};
    strider::segmented_inclusive_scan(strider::cpu{}, numbers, offsets, numbers);
}

// says: argument 3: must_be_offsets_that_are_integers_consecutive_in_memory
void segmented_scan_by_counted_offsets() {
    const std::vector<int> numbers{1, 2, 3}, offsets{0, 2, 3};
    const std::uint64_t count = 1;
    std::vector<int> sums(3);
    strider::segmented_inclusive_scan(strider::cpu{}, numbers, strider::views::counted_at(offsets, &count), sums);
}
