// says: argument 3: must_be_an_operator_of_two_elements_also_where_const
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    return strider::reduce(strider::serial{}, numbers, strider::logical_and{}, 1);
}
