// says: argument 2: must_be_samples_of_1_3_or_4_channels
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3, 4};
    std::vector<unsigned> counts(20);
    strider::histogram<2>(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts);
}
