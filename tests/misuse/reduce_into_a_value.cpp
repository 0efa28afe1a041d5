// says: argument 3: must_be_a_pointer_to_an_element
#include <vector>

#include <strider/reduce.hpp>

int main() {
    const std::vector<int> numbers{1, 2, 3};
    int sum = 0;
    strider::reduce_into(strider::serial{}, numbers, sum);
    return sum;
}
