// says: argument 4: must_have_counts_that_are_unsigned_of_32_or_64_bits
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> counts(10);
    strider::histogram(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts);
}
