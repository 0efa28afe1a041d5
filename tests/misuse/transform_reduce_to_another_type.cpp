// says: argument 3: must_take_an_element_or_with_index_also_where_const_and_give_the_type_of_the_initial_value
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<float> numbers{1, 2, 3};
    strider::transform_reduce(strider::serial{}, numbers, [](float x) { return x * x; }, strider::plus{}, 0);
}
