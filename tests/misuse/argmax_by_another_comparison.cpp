// says: argument 3: must_be_a_comparison_of_two_elements_of_at_most_24_bytes_also_where_const
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2};
    strider::argmax(strider::serial{}, numbers, [](int only) { return only > 1; });
}
