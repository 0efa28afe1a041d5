// says: argument 5: must_be_a_function_of_two_elements_also_where_const_to_the_type_of_the_output
#include <vector>

#include <strider/map.hpp>

int main() {
    const std::vector<int> first{1, 2, 3}, second{4, 5, 6};
    std::vector<int> sums(3);
    strider::transform(strider::cpu{}, first, second, sums, [](int x) { return x; });
}
