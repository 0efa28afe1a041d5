// says: argument 3: must_be_one_length_or_offsets_that_are_integers_consecutive_in_memory
#include <vector>

#include <strider/segmented_reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> sums(1);
    strider::segmented_reduce(strider::cpu{}, numbers, 3.0, sums);
}
