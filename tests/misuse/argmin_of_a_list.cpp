// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
#include <list>

#include <strider/reduce.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    strider::argmin(strider::serial{}, numbers);
}
