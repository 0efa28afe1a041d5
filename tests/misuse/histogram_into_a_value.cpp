// says: argument 5: must_convert_to<
#include <vector>

#include <strider/histogram.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<unsigned> counts(10);
    strider::outside none;
    strider::histogram_into(strider::cpu{}, numbers, strider::even_bins{10, 0, 10}, counts, none);
}
