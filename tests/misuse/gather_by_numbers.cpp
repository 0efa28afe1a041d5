// says: argument 3: must_be_indices_of_16_32_or_64_bits_consecutive_in_memory_or_a_view_of_them
#include <vector>

#include <strider/gather.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<double> indices{2, 0};
    std::vector<int> found(2);
    strider::gather(strider::cpu{}, numbers, indices, found);
}
