// says: argument 6: must_convert_to<
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<float> weights{1, 2, 3};
    std::vector<float> sums(10);
    strider::weighted_histogram_into(strider::cpu{}, numbers, weights, strider::even_bins{10, 0, 10}, sums);
}
