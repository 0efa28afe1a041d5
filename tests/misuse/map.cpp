// One error for each call, as the line before it says.
#include <cstdint>
#include <string>
#include <vector>

#include <strider/map.hpp>

// says: argument 4: must_be_a_function_of_an_element_or_with_index_also_where_const_to_the_type_of_the_output
void transform_by_another_function() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<std::size_t> sizes(3);
    strider::transform(strider::cpu{}, numbers, sizes, [](const std::string& word) { return word.size(); });
}

// says: argument 5: must_be_a_function_of_two_elements_also_where_const_to_the_type_of_the_output
void transform_of_two_by_one() {
    const std::vector<int> first{1, 2, 3}, second{4, 5, 6};
    std::vector<int> sums(3);
    strider::transform(strider::cpu{}, first, second, sums, [](int x) { return x; });
}

// says: argument 4: must_be_a_function_of_an_element_or_with_index_also_where_const_to_the_type_of_the_output
void transform_with_an_unnamed_index() {
    std::vector<std::uint64_t> numbers{1, 2, 3};
    strider::transform(strider::cpu{}, numbers, numbers, [](std::uint64_t x, std::uint64_t i) { return x + i; });
}
