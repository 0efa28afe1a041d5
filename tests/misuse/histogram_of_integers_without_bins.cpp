// says: argument 2: must_have_samples_of_uint8_where_no_bins_are_given
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(256);
    strider::histogram(strider::cpu{}, numbers, counts);
}
