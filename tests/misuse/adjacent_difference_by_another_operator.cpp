// says: argument 4: must_be_an_operator_of_two_elements_also_where_const_to_the_type_of_the_output
#include <string>
#include <vector>

#include <strider/adjacent_difference.hpp>

int main() {
    const std::vector<int> numbers{1, 1, 3};
    std::vector<int> steps(3);
    strider::adjacent_difference(strider::cpu{}, numbers, steps, [](const std::string& a) { return a.size(); });
}
