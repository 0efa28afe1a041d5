// says: argument 4: must_be_a_value_that_the_elements_convert_to_without_loss
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<float> numbers{1, 2, 3};
    return static_cast<int>(strider::reduce(strider::serial{}, numbers, strider::plus{}, strider::f16(0)));
}
