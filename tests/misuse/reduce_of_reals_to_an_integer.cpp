// says: argument 4: must_be_a_value_that_the_elements_convert_to_without_loss
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<double> numbers{0.5, 0.5};
    return strider::reduce(strider::serial{}, numbers, strider::plus{}, 0);
}
