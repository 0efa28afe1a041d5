// says: argument 3: must_have_elements_of_the_type_of_argument<2>
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<float> weights{1, 2, 3};
    const std::vector<double> numbers{1, 2, 3};
    strider::dot(strider::serial{}, weights, numbers);
}
