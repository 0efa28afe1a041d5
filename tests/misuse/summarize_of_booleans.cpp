// says: argument 2: must_not_be_bool_in_a_sum_or_product_transform_it_to_integers_first
#include <span>

#include <strider/summary.hpp>

int main() {
    const bool flags[] = {true, false};
    strider::summarize(strider::serial{}, std::span(flags));
}
