// says: input and output, or both inputs, must have elements of one type
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<float> weights{1, 2, 3};
    const std::vector<double> numbers{1, 2, 3};
    strider::dot(strider::serial{}, weights, numbers);
}
