// says: argument 3: must_be_a_pointer_to_the_mean_in_the_elements_floating_point_type_or_double
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2};
    int mean = 0;
    strider::mean_into(strider::serial{}, numbers, &mean);
    return mean;
}
