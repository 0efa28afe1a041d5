// says: argument 3: must_be_strider_even_bins_or_edges_that_fit_the_type_of_the_samples
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(10);
    strider::histogram(strider::cpu{}, numbers, strider::even_bins{10, 0.0, 10.0}, counts);
}
