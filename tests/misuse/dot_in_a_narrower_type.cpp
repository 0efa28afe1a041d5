// says: argument 0: template_argument_must_be_a_number_that_the_elements_convert_to_without_loss
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<double> numbers{1, 2, 3};
    return static_cast<int>(strider::dot<float>(strider::serial{}, numbers, numbers));
}
