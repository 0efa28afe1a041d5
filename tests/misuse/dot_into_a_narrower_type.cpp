// says: argument 4: must_be_a_pointer_to_a_number_that_the_elements_convert_to_without_loss
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<double> numbers{1, 2};
    float product = 0;
    strider::dot_into(strider::serial{}, numbers, numbers, &product);
    return static_cast<int>(product);
}
