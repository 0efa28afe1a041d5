// says: argument 3: must_be_a_pointer_to_the_mean_of_the_template_argument
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<float> numbers{1, 2};
    float mean = 0;
    strider::mean_into<double>(strider::serial{}, numbers, &mean);
    return static_cast<int>(mean);
}
