// says: argument 3: must_be_offsets_that_are_integers_consecutive_in_memory
#include <vector>

#include <strider/segmented_scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    const std::vector<double> offsets{0, 3};
    strider::segmented_inclusive_scan(strider::cpu{}, numbers, offsets, numbers);
}
