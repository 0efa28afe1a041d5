// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
#include <list>
#include <vector>

#include <strider/gather.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    const std::vector<int> indices{2, 0};
    std::vector<int> found(2);
    strider::gather(strider::cpu{}, numbers, indices, found, strider::checked);
}
