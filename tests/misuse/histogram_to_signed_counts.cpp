// says: counts must be unsigned integers of 32 or 64 bits
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<int> counts(10);
    strider::histogram(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts);
}
