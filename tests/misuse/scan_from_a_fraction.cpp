// says: argument 5: must_be_an_initial_value_that_converts_to_the_elements_without_losing_a_fraction
#include <vector>

#include <strider/scan.hpp>

int main() {
    std::vector<int> numbers{1, 2, 3};
    strider::exclusive_scan(strider::serial{}, numbers, numbers, strider::plus{}, 0.5);
}
