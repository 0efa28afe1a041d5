// says: argument 5: must_have_sums_of_32_or_64_bits_integers_or_floating_point_as_the_weights
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<float> weights{1, 2, 3};
    std::vector<int> sums(10);
    strider::weighted_histogram(strider::cpu{}, numbers, weights, strider::even_bins{10, 0, 10}, sums);
}
