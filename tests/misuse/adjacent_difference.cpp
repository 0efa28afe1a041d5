// One error for each call, as the line before it says.
#include <string>
#include <vector>

#include <strider/adjacent_difference.hpp>

// says: argument 4: must_be_an_operator_of_two_elements_also_where_const_to_the_type_of_the_output
void adjacent_difference_by_another_operator() {
    const std::vector<int> numbers{1, 1, 3};
    std::vector<int> steps(3);
    strider::adjacent_difference(strider::cpu{}, numbers, steps, [](const std::string& a) { return a.size(); });
}

// says: argument 4: must_be_an_operator_of_two_elements_also_where_const_to_the_type_of_the_output
void adjacent_difference_of_booleans() {
    bool flags[3] = {true, true, false};
    strider::adjacent_difference(strider::cpu{}, flags, flags);
}
