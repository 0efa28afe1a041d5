// says: argument 2: must_be_elements_consecutive_in_memory_or_a_view_with_a_size_and_indices
#include <list>
#include <vector>

#include <strider/scan.hpp>

int main() {
    const std::list<int> numbers{1, 2, 3};
    std::vector<int> sums(3);
    strider::inclusive_scan(strider::serial{}, numbers, sums);
}
