// says: argument 4: must_be_a_function_of_an_element_or_with_index_also_where_const_to_the_type_of_the_output
#include <string>
#include <vector>

#include <strider/map.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    std::vector<std::size_t> sizes(3);
    strider::transform(strider::cpu{}, numbers, sizes, [](const std::string& word) { return word.size(); });
}
