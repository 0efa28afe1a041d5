// says: argument 3: must_be_a_pointer_to_strider_summary_of_the_elements
#include <vector>

#include <strider/summary.hpp>

int main() {
    const std::vector<float> numbers{1, 2, 3};
    float sum;
    strider::summarize_into(strider::serial{}, numbers, &sum);
}
