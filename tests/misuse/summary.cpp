// One error for each call, as the line before it says.
#include <span>
#include <vector>

#include <strider/summary.hpp>

// says: argument 3: must_be_a_pointer_to_strider_summary_of_the_elements
void summarize_into_a_value() {
    const std::vector<float> numbers{1, 2, 3};
    float sum;
    strider::summarize_into(strider::serial{}, numbers, &sum);
}

// says: argument 2: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
void summarize_of_booleans() {
    const bool flags[] = {true, false};
    strider::summarize(strider::serial{}, std::span(flags));
}
