// says: weights and their sums must be integers, or floating-point numbers, of 32 or 64 bits
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    const std::vector<float> weights{1, 2, 3};
    std::vector<int> sums(10);
    strider::weighted_histogram(strider::cpu{}, numbers, weights, strider::even_bins{10, 0, 10}, sums);
}
