// says: argument 4: must_be_a_function_of_an_element_or_with_index_also_where_const_to_the_type_of_the_output
#include <cstdint>
#include <vector>

#include <strider/map.hpp>

int main() {
    std::vector<std::uint64_t> numbers{1, 2, 3};
    strider::transform(strider::cpu{}, numbers, numbers, [](std::uint64_t x, std::uint64_t i) { return x + i; });
}
