// says: bins must be strider::even_bins, with integers as its edges where the samples are integers
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(10);
    strider::histogram(strider::cpu{}, numbers, strider::even_bins{10, 0.0, 10.0}, counts);
}
