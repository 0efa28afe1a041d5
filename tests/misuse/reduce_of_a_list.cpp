// says: argument 2: must_have_elements_consecutive_in_memory
#include <list>

#include <strider/reduce.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    int sum = strider::reduce(strider::serial{}, numbers);
    return sum;
}
